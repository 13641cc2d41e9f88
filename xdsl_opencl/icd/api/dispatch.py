"""
The table through which an OpenCL loader calls the driver, and the wrapper around each
call.

A function of the API is a function of Python with the same name and arguments, except
`errcode_ret`; the tables name its module, which is imported with the first call of one
of its functions. It raises `ApiError` for an error code.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api import natives

_SOON = 0.005
"""Within this many seconds a call that has failed returns."""
LOG_VARIABLE = "XDSL_OPENCL_LOG"
"""Set: calls that fail are logged to standard error; `all`: every call."""

_ORDER = """
clGetPlatformIDs iupp objects.platform
clGetPlatformInfo ipuzpp objects.platform
clGetDeviceIDs ipUupp objects.platform
clGetDeviceInfo ipuzpp objects.platform
clCreateContext ppupppe objects.contexts
clCreateContextFromType ppUppe objects.contexts
clRetainContext ip objects.contexts
clReleaseContext ip objects.contexts
clGetContextInfo ipuzpp objects.contexts
clCreateCommandQueue pppUe objects.queues
clRetainCommandQueue ip objects.queues
clReleaseCommandQueue ip objects.queues
clGetCommandQueueInfo ipuzpp objects.queues
clSetCommandQueueProperty ipUup objects.queues
clCreateBuffer ppUzpe memory.memory_objects
clCreateImage2D ppUpzzzpe memory.images
clCreateImage3D ppUpzzzzzpe memory.images
clRetainMemObject ip memory.memory_objects
clReleaseMemObject ip memory.memory_objects
clGetSupportedImageFormats ipUuupp memory.images
clGetMemObjectInfo ipuzpp memory.memory_objects
clGetImageInfo ipuzpp memory.images
clCreateSampler ppuuue objects.samplers
clRetainSampler ip objects.samplers
clReleaseSampler ip objects.samplers
clGetSamplerInfo ipuzpp objects.samplers
clCreateProgramWithSource ppuppe programs.programs
clCreateProgramWithBinary ppuppppe programs.programs
clRetainProgram ip programs.programs
clReleaseProgram ip programs.programs
clBuildProgram ipupppp programs.programs
clUnloadCompiler i objects.platform
clGetProgramInfo ipuzpp programs.programs
clGetProgramBuildInfo ippuzpp programs.programs
clCreateKernel pppe programs.kernels
clCreateKernelsInProgram ipupp programs.kernels
clRetainKernel ip programs.kernels
clReleaseKernel ip programs.kernels
clSetKernelArg ipuzp programs.kernels
clGetKernelInfo ipuzpp programs.kernels
clGetKernelWorkGroupInfo ippuzpp programs.kernels
clWaitForEvents iup objects.events
clGetEventInfo ipuzpp objects.events
clRetainEvent ip objects.events
clReleaseEvent ip objects.events
clGetEventProfilingInfo ipuzpp objects.events
clFlush ip objects.queues
clFinish ip objects.queues
clEnqueueReadBuffer ippuzzpupp transfers.buffer_transfers
clEnqueueWriteBuffer ippuzzpupp transfers.buffer_transfers
clEnqueueCopyBuffer ipppzzzupp transfers.buffer_transfers
clEnqueueReadImage ippuppzzpupp transfers.image_transfers
clEnqueueWriteImage ippuppzzpupp transfers.image_transfers
clEnqueueCopyImage ippppppupp transfers.image_transfers
clEnqueueCopyImageToBuffer ipppppzupp transfers.image_transfers
clEnqueueCopyBufferToImage ipppzppupp transfers.image_transfers
clEnqueueMapBuffer pppuUzzuppe transfers.buffer_transfers
clEnqueueMapImage pppuUppppuppe transfers.image_transfers
clEnqueueUnmapMemObject ipppupp transfers.buffer_transfers
clEnqueueNDRangeKernel ippupppupp programs.launches
clEnqueueTask ippupp programs.launches
clEnqueueNativeKernel ipppzuppupp programs.launches
clEnqueueMarker ipp objects.queues
clEnqueueWaitForEvents ipup objects.queues
clEnqueueBarrier ip objects.queues
clGetExtensionFunctionAddress pp objects.platform
clCreateFromGLBuffer -
clCreateFromGLTexture2D -
clCreateFromGLTexture3D -
clCreateFromGLRenderbuffer -
clGetGLObjectInfo -
clGetGLTextureInfo -
clEnqueueAcquireGLObjects -
clEnqueueReleaseGLObjects -
clGetGLContextInfoKHR -
clGetDeviceIDsFromD3D10KHR -
clCreateFromD3D10BufferKHR -
clCreateFromD3D10Texture2DKHR -
clCreateFromD3D10Texture3DKHR -
clEnqueueAcquireD3D10ObjectsKHR -
clEnqueueReleaseD3D10ObjectsKHR -
clSetEventCallback ipipp objects.events
clCreateSubBuffer ppUupe memory.memory_objects
clSetMemObjectDestructorCallback ippp memory.memory_objects
clCreateUserEvent ppe objects.events
clSetUserEventStatus ipi objects.events
clEnqueueReadBufferRect ippupppzzzzpupp transfers.rect_transfers
clEnqueueWriteBufferRect ippupppzzzzpupp transfers.rect_transfers
clEnqueueCopyBufferRect ippppppzzzzupp transfers.rect_transfers
clCreateSubDevicesEXT -
clRetainDeviceEXT -
clReleaseDeviceEXT -
clCreateEventFromGLsyncKHR -
clCreateSubDevices ippupp objects.sub_devices
clRetainDevice ip objects.sub_devices
clReleaseDevice ip objects.sub_devices
clCreateImage ppUpppe memory.images
clCreateProgramWithBuiltInKernels ppuppe programs.programs
clCompileProgram ipuppupppp programs.programs
clLinkProgram ppuppupppe programs.programs
clUnloadPlatformCompiler ip objects.platform
clGetKernelArgInfo ipuuzpp programs.kernels
clEnqueueFillBuffer ipppzzzupp transfers.buffer_transfers
clEnqueueFillImage ipppppupp transfers.image_transfers
clEnqueueMigrateMemObjects ipupUupp transfers.buffer_transfers
clEnqueueMarkerWithWaitList ipupp objects.queues
clEnqueueBarrierWithWaitList ipupp objects.queues
clGetExtensionFunctionAddressForPlatform ppp objects.platform
clCreateFromGLTexture -
clGetDeviceIDsFromD3D11KHR -
clCreateFromD3D11BufferKHR -
clCreateFromD3D11Texture2DKHR -
clCreateFromD3D11Texture3DKHR -
clCreateFromDX9MediaSurfaceKHR -
clEnqueueAcquireD3D11ObjectsKHR -
clEnqueueReleaseD3D11ObjectsKHR -
clGetDeviceIDsFromDX9MediaAdapterKHR -
clEnqueueAcquireDX9MediaSurfacesKHR -
clEnqueueReleaseDX9MediaSurfacesKHR -
clCreateFromEGLImageKHR -
clEnqueueAcquireEGLObjectsKHR -
clEnqueueReleaseEGLObjectsKHR -
clCreateEventFromEGLSyncKHR -
clCreateCommandQueueWithProperties ppppe objects.queues
clCreatePipe ppUuupe memory.pipes
clGetPipeInfo ipuzpp memory.pipes
clSVMAlloc ppUzu memory.svm
clSVMFree vpp memory.svm
clEnqueueSVMFree ipupppupp memory.svm
clEnqueueSVMMemcpy ipuppzupp memory.svm
clEnqueueSVMMemFill ipppzzupp memory.svm
clEnqueueSVMMap ipuUpzupp memory.svm
clEnqueueSVMUnmap ippupp memory.svm
clCreateSamplerWithProperties pppe objects.samplers
clSetKernelArgSVMPointer ipup programs.kernels
clSetKernelExecInfo ipuzp programs.kernels
clGetKernelSubGroupInfoKHR -
clCloneKernel ppe programs.kernels
clCreateProgramWithIL pppze programs.programs
clEnqueueSVMMigrateMem ipuppUupp memory.svm
clGetDeviceAndHostTimer ippp objects.platform
clGetHostTimer ipp objects.platform
clGetKernelSubGroupInfo ippuzpzpp programs.kernels
clSetDefaultDeviceCommandQueue ippp objects.queues
clSetProgramReleaseCallback ippp programs.programs
clSetProgramSpecializationConstant ipuzp programs.programs
clCreateBufferWithProperties pppUzpe memory.memory_objects
clCreateImageWithProperties pppUpppe memory.images
clSetContextDestructorCallback ippp objects.contexts
clGetKernelSuggestedLocalWorkSize ippuppp programs.launches
"""
"""
The functions of `cl_icd_dispatch` in its order (`CL/cl_icd.h` of OpenCL-Headers), each with
its type and its module in `icd`, after `:` the name it has there if that is another. The
type is the result, then the arguments: `p` is a pointer or handle, `e` the pointer
`errcode_ret`, `u` a `cl_uint`, `i` a `cl_int`, `U` a `cl_ulong`, `z` a `size_t`, `I` an
`intptr_t`, `v` nothing; `-` alone is a function of an extension that the driver does not have.
"""

_EXTENSIONS = """
clCreateCommandQueueWithPropertiesKHR ppppe objects.queues:clCreateCommandQueueWithProperties
clGetKernelSuggestedLocalWorkSizeKHR ippuppp programs.launches:clGetKernelSuggestedLocalWorkSize
clCreateProgramWithILKHR pppze programs.programs:clCreateProgramWithIL
clHostMemAllocINTEL pppzue memory.usm
clDeviceMemAllocINTEL ppppzue memory.usm
clSharedMemAllocINTEL ppppzue memory.usm
clMemFreeINTEL ipp memory.usm
clMemBlockingFreeINTEL ipp memory.usm
clGetMemAllocInfoINTEL ippuzpp memory.usm
clSetKernelArgMemPointerINTEL ipup programs.kernels:clSetKernelArgSVMPointer
clEnqueueMemFillINTEL ipppzzupp memory.usm
clEnqueueMemcpyINTEL ipuppzupp memory.usm
clEnqueueMigrateMemINTEL ippzUupp memory.usm
clEnqueueMemAdviseINTEL ippzuupp memory.usm
clCreateCommandBufferKHR puppe programs.command_buffers
clFinalizeCommandBufferKHR ip programs.command_buffers
clRetainCommandBufferKHR ip programs.command_buffers
clReleaseCommandBufferKHR ip programs.command_buffers
clEnqueueCommandBufferKHR iuppupp programs.command_buffers
clGetCommandBufferInfoKHR ipuzpp programs.command_buffers
clCommandBarrierWithWaitListKHR ipppuppp programs.command_buffers
clCommandCopyBufferKHR ipppppzzzuppp programs.command_buffers
clCommandCopyBufferRectKHR ippppppppzzzzuppp programs.command_buffers
clCommandCopyBufferToImageKHR ipppppzppuppp programs.command_buffers
clCommandCopyImageKHR ippppppppuppp programs.command_buffers
clCommandCopyImageToBufferKHR ipppppppzuppp programs.command_buffers
clCommandFillBufferKHR ipppppzzzuppp programs.command_buffers
clCommandFillImageKHR ipppppppuppp programs.command_buffers
clCommandNDRangeKernelKHR ippppupppuppp programs.command_buffers
clCommandSVMMemcpyKHR ipppppzuppp programs.command_buffers
clCommandSVMMemFillKHR ipppppzzuppp programs.command_buffers
"""
"""Functions of extensions that `cl_icd_dispatch` does not have."""

_TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "e": ctypes.c_void_p,
    "u": ctypes.c_uint32,
    "i": ctypes.c_int32,
    "U": ctypes.c_uint64,
    "z": ctypes.c_size_t,
    "I": ctypes.c_ssize_t,
    "v": None,
}


def _column(text: str, number: int) -> dict[str, str]:
    rows = (line.split() for line in text.split("\n") if line)
    return {row[0]: row[number] for row in rows if len(row) > number}


SIGNATURES = _column(_ORDER, 1)
EXTENSIONS = _column(_EXTENSIONS, 1)
_PLACES = _column(_ORDER + _EXTENSIONS, 2)


class _Functions(dict[str, Callable[..., Any]]):
    """Functions of the API by name, found when they are first called."""

    def __missing__(self, name: str) -> Callable[..., Any]:
        module, _, other = _PLACES[name].partition(":")
        found = getattr(import_module(f"xdsl_opencl.icd.{module}"), other or name)
        self[name] = found
        return found


_functions = _Functions()


def _log(name: str, args: tuple[Any, ...], said: str) -> None:
    words = ", ".join("NULL" if a is None else hex(a) for a in args)
    print(f"xdsl-opencl: {name}({words}): {said}", file=sys.stderr, flush=True)


def _failure(name: str, args: tuple[Any, ...], error: BaseException) -> int:
    """The error code for an exception of a function of the API."""
    try:
        return _code(name, args, error)
    except BaseException:
        # A second interrupt; it says no more than the first.
        return cl.OUT_OF_HOST_MEMORY


def _code(name: str, args: tuple[Any, ...], error: BaseException) -> int:
    log = os.environ.get(LOG_VARIABLE)
    if isinstance(error, ApiError):
        if log:
            text = str(error)
            code = cl.error_name(error.code)
            _log(name, args, code if text == code else f"{code}: {text}")
        return error.code
    if isinstance(error, KeyboardInterrupt):
        # The host's own Python gets the interrupt when the call has returned.
        import signal
        import threading

        thread = threading.get_ident()
        again = threading.Timer(_SOON, signal.pthread_kill, (thread, signal.SIGINT))
        again.daemon = True
        again.start()
    if log:
        import traceback

        _log(name, args, "".join(traceback.format_exception(error)))
    return cl.OUT_OF_HOST_MEMORY


def _guarded(name: str, signature: str) -> Any:
    """Function `name` as the loader calls it: without exceptions."""
    result = signature[0]

    def plain(*args: Any) -> int:
        try:
            return _functions[name](*args) or cl.SUCCESS
        except BaseException as error:
            return _failure(name, args, error)

    def pointer(*args: Any) -> int | None:
        try:
            return _functions[name](*args)
        except BaseException as error:
            _failure(name, args, error)
            return None

    def nothing(*args: Any) -> None:
        try:
            _functions[name](*args)
        except BaseException as error:
            _failure(name, args, error)

    def create(*args: Any) -> int | None:
        made: int | None = None
        status = cl.SUCCESS
        try:
            made = _functions[name](*args[:-1])
        except BaseException as error:
            status = _failure(name, args, error)
            made = error.made if isinstance(error, ApiError) else None
        if args[-1]:
            ctypes.c_int32.from_address(args[-1]).value = status
        return made

    chosen: Callable[..., Any] = plain
    if signature[-1] == "e":
        chosen = create
    elif result == "v":
        chosen = nothing
    elif result == "p":
        chosen = pointer
    if os.environ.get(LOG_VARIABLE) == "all":
        return _logging(name, chosen)
    return chosen


def _logging(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def logged(*args: Any) -> Any:
        _log(name, args, "called")
        result = function(*args)
        _log(name, args, f"returned {result}")
        return result

    return logged


def _absent() -> int:
    return cl.INVALID_OPERATION


class Table:
    """
    The dispatch table: handles begin with `address`, `pointers` are its entries, and
    `functions` has the address of each function of ours by name.
    """

    def __init__(self) -> None:
        self.functions: dict[str, int] = {}
        absent = ctypes.CFUNCTYPE(ctypes.c_int32)(_absent)
        self._keep: list[Any] = [absent]
        self._natives: list[natives.Native] = []
        self.pointers = [
            self._pointer(name, signature, absent)
            for name, signature in SIGNATURES.items()
        ]
        for name, signature in EXTENSIONS.items():
            self._pointer(name, signature, absent)
        self._table = (ctypes.c_void_p * len(self.pointers))(*self.pointers)
        self.address = ctypes.addressof(self._table)
        # The program may call while Python takes its objects apart, at its end.
        for kept in (self._table, *self._keep):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    def put_before(self, native: natives.Native) -> None:
        """Puts a function of C before the one of its name."""
        name = (native.name or b"").decode()
        self._natives.append(native)
        native.after, self.functions[name] = self.functions[name], native.before
        if name in SIGNATURES:
            self._table[list(SIGNATURES).index(name)] = native.before

    def end(self, nothing: int) -> None:
        """Puts the function at address `nothing` into all entries, and behind those of C."""
        for index in range(len(self._table)):
            self._table[index] = nothing
        for native in self._natives:
            native.after = nothing

    def _pointer(self, name: str, signature: str, absent: Any) -> int:
        if name not in _PLACES:
            return ctypes.cast(absent, ctypes.c_void_p).value or 0
        result, *arguments = (_TYPES[letter] for letter in signature)
        guarded = _guarded(name, signature)
        callback = ctypes.CFUNCTYPE(result, *arguments)(guarded)
        self._keep.append(callback)
        address = ctypes.cast(callback, ctypes.c_void_p).value or 0
        self.functions[name] = address
        return address


@cache
def table() -> Table:
    """The process's dispatch table."""
    return Table()
