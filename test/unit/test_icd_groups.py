"""
The driver's answers about work-groups and sub-groups, beside what a kernel sees of them.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from test_icd_errors import World, create, function, handles
from test_icd_info import ask

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.api import dispatch

SOURCE = b"""
kernel void tell(global int *out) {
  if (get_global_linear_id()) return;
  out[0] = get_local_size(0); out[1] = get_local_size(1); out[2] = get_local_size(2);
  out[3] = get_num_sub_groups(); out[4] = get_max_sub_group_size();
}
kernel __attribute__((reqd_work_group_size(6, 2, 1))) void fixed(global int *out) {
  out[0] = get_local_size(0); out[1] = get_local_size(1); out[2] = get_local_size(2);
}
kernel __attribute__((intel_reqd_sub_group_size(8))) void eight(global int *out) {
  if (get_global_linear_id()) return;
  out[3] = get_num_sub_groups(); out[4] = get_max_sub_group_size();
}
kernel __attribute__((intel_reqd_sub_group_size(8))) void smaller(global int *out) {
  int i = get_global_id(0);
  out[i] = 100 * get_enqueued_num_sub_groups() + get_num_sub_groups();
}
kernel void bits(global uint *out) {
#if defined(cl_khr_extended_bit_ops) && defined(cl_khr_integer_dot_product) && \
    defined(__opencl_c_subgroups) && defined(cl_khr_subgroup_ballot) && \
    !defined(cl_khr_subgroups) && defined(cl_intel_required_subgroup_size)
  out[0] = bit_reverse(out[1]); out[2] = bitfield_extract_unsigned(out[1], 4, 8);
  out[3] = dot_acc_sat_4x8packed_uu_uint(out[1], out[1], ~0u);
  out[4] = sub_group_ballot(1).x;
#endif
}
"""


class Groups(World):
    """The kernels of `SOURCE`, with one buffer."""

    def __init__(self) -> None:
        super().__init__()
        lines = (ctypes.c_char_p * 1)(ctypes.c_char_p(SOURCE))
        made = create("clCreateProgramWithSource", self.context, 1, lines, None)
        build = function("clBuildProgram")
        assert build(made, 0, None, b"-cl-std=CL3.0", None, None) == 0
        self.kernels: dict[str, int] = {}
        for name in ("tell", "eight", "fixed", "smaller", "bits"):
            kernel = create("clCreateKernel", made, name.encode())
            assert function("clSetKernelArg")(kernel, 0, 8, handles(self.buffer)) == 0
            self.kernels[name] = kernel

    def run(
        self,
        name: str,
        sizes: tuple[int, ...],
        local: tuple[int, ...] | None = None,
        given: Any = (),
    ) -> np.ndarray[Any, Any]:
        """The first 16 words that the kernel wrote."""
        self.memory[:64].view(np.uint32)[: len(given)] = given
        write = function("clEnqueueWriteBuffer")
        data = self.data
        assert write(self.queue, self.buffer, 1, 0, 64, data, 0, None, None) == 0
        enqueue = function("clEnqueueNDRangeKernel")
        kernel = self.kernels[name]
        size = None if local is None else handles(*local)
        rank = len(sizes)
        words = (self.queue, kernel, rank, None, handles(*sizes), size, 0, None, None)
        assert enqueue(*words) == 0
        read = function("clEnqueueReadBuffer")
        assert read(self.queue, self.buffer, 1, 0, 64, data, 0, None, None) == 0
        return self.memory[:64].view(np.uint32).copy()

    def sub_groups(self, name: str, query: int, given: Any = (), room: int = 1) -> Any:
        """The answer of `clGetKernelSubGroupInfo`, `room` numbers."""
        found = handles(*[99] * room)
        size = ctypes.c_size_t()
        code = function("clGetKernelSubGroupInfo")(
            *(self.kernels[name], self.device, query),
            *(8 * len(given), handles(*given) if given else None),
            *(8 * room, found, ctypes.addressof(size)),
        )
        assert (code, size.value) == (0, 8 * room)
        return list(found)


@pytest.fixture(scope="module")
def groups():
    return Groups()


@pytest.mark.parametrize("sizes", [(1000,), (7, 5), (257,), (64, 3, 12), (1021, 2)])
@pytest.mark.parametrize("suffix", ["", "KHR"])
def test_suggested_local_size(
    groups: Groups, sizes: tuple[int, ...], suffix: str
) -> None:
    """The size that a launch without a local size has."""
    suggested = handles(9, 9, 9)
    get = function(f"clGetKernelSuggestedLocalWorkSize{suffix}")
    rank = len(sizes)
    kernel = groups.kernels["tell"]
    assert get(groups.queue, kernel, rank, None, handles(*sizes), suggested) == 0
    assert list(suggested)[rank:] == [9] * (3 - rank)
    seen = groups.run("tell", sizes)[:3].tolist()
    assert [*list(suggested)[:rank], 1, 1][:3] == seen


def test_suggested_local_size_is_the_required_one(groups: Groups) -> None:
    suggested = handles(9, 9)
    get = function("clGetKernelSuggestedLocalWorkSizeKHR")
    kernel = groups.kernels["fixed"]
    assert get(groups.queue, kernel, 2, None, handles(8, 3), suggested) == 0
    assert list(suggested) == [6, 2]


def test_sub_groups(groups: Groups) -> None:
    """As many as a kernel sees; a size for a number of sub-groups has so many."""
    seen = groups.run("tell", (24, 4), (6, 2)).tolist()
    query = cl.KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE
    assert groups.sub_groups("tell", query, (6, 2)) == [seen[3]]
    query = cl.KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
    assert groups.sub_groups("tell", query, (6, 2)) == [seen[4]]
    most = groups.sub_groups("tell", cl.KERNEL_MAX_NUM_SUB_GROUPS)[0]
    assert groups.sub_groups("tell", cl.KERNEL_COMPILE_NUM_SUB_GROUPS) == [0]
    query = cl.KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT
    for count in (1, 5, most):
        for rank in (1, 2, 3):
            local = groups.sub_groups("tell", query, (count,), rank)
            seen = groups.run("tell", tuple(local), tuple(local)).tolist()
            assert seen[3] == count
    assert groups.sub_groups("tell", query, (most + 1,), 2) == [0, 0]
    # Only a size of 6 by 2 could run.
    assert groups.sub_groups("fixed", query, (1,), 3) == [0, 0, 0]
    assert groups.sub_groups("fixed", cl.KERNEL_MAX_NUM_SUB_GROUPS) == [1]


@pytest.mark.parametrize(
    ("name", "size", "required"), [("tell", 16, 0), ("eight", 8, 8)]
)
def test_sizes_of_sub_groups(
    groups: Groups, name: str, size: int, required: int
) -> None:
    """Those of a launch, as the kernel and the driver see them, and the required one."""
    seen = groups.run(name, (5, 4), (5, 4)).tolist()
    assert seen[3:5] == [-(-20 // size), size]
    query = cl.KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE
    assert groups.sub_groups(name, query, (5, 4)) == [seen[3]]
    query = cl.KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
    assert groups.sub_groups(name, query, (5, 4)) == [size]
    query = cl.KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL
    assert groups.sub_groups(name, query) == [required]
    sizes = device_info(groups, cl.DEVICE_SUB_GROUP_SIZES_INTEL)
    assert size in np.frombuffer(sizes, np.uint64)


def test_enqueued_sub_groups(groups: Groups) -> None:
    """The last work-group has fewer sub-groups, and knows how many the others have."""
    seen = groups.run("smaller", (13,), (10,))[:13].tolist()
    assert seen == [*[202] * 10, *[201] * 3]


def test_functions_of_extensions(groups: Groups) -> None:
    """Their macros are there, and what they compute is right."""
    word = 0x12345678
    seen = groups.run("bits", (1,), (1,), [0, word, 0, 0, 0]).tolist()
    reversed_bits = int(f"{word:032b}"[::-1], 2)
    assert seen[:5] == [reversed_bits, word, word >> 4 & 255, 2**32 - 1, 1]


def device_info(world: World, name: int) -> bytes:
    return ask("clGetDeviceInfo", world.device, name)


def test_what_the_device_says(groups: Groups) -> None:
    names = device_info(groups, cl.DEVICE_EXTENSIONS).rstrip(b"\0").decode().split()
    assert len(set(names)) == len(names)
    # Its sub-groups may wait for each other.
    progress = cl.DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS
    assert any(device_info(groups, progress)) == ("cl_khr_subgroups" in names)
    most = int.from_bytes(device_info(groups, cl.DEVICE_MAX_NUM_SUB_GROUPS), "little")
    assert [most] == groups.sub_groups("eight", cl.KERNEL_MAX_NUM_SUB_GROUPS)
    uuid, driver = (
        device_info(groups, name) for name in (cl.DEVICE_UUID, cl.DRIVER_UUID)
    )
    assert len(uuid) == len(driver) == cl.UUID_SIZE
    assert uuid != driver
    assert any(uuid)
    assert uuid == device_info(groups, cl.DEVICE_UUID)
    assert len(device_info(groups, cl.DEVICE_LUID)) == cl.LUID_SIZE
    for packed in ("8BIT", "4x8BIT_PACKED"):
        query = f"DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_{packed}"
        assert len(device_info(groups, getattr(cl, query))) == 24


def test_functions_by_name(groups: Groups) -> None:
    """A program asks for the functions of extensions by their names."""
    get = function("clGetExtensionFunctionAddressForPlatform")
    for name in dispatch.EXTENSIONS:
        assert get(groups.platform, name.encode()) == dispatch.table().functions[name]
    assert not get(groups.platform, b"clGetKernelSuggestedSize")
    queue = create(
        "clCreateCommandQueueWithPropertiesKHR", groups.context, groups.device, None
    )
    assert function("clReleaseCommandQueue")(queue) == 0
