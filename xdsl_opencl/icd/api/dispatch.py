"""
The table through which an OpenCL loader calls the driver, and the wrapper around each
call.

A function of the API is a function of Python with the same name and arguments, except
`errcode_ret`; `entry` puts it into the table. It raises `ApiError` for an error code.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError

_SOON = 0.005
"""Within this many seconds a call that has failed returns."""
LOG_VARIABLE = "XDSL_OPENCL_LOG"
"""Set: calls that fail are logged to standard error; `all`: every call."""

_ORDER = """
clGetPlatformIDs iupp
clGetPlatformInfo ipuzpp
clGetDeviceIDs ipUupp
clGetDeviceInfo ipuzpp
clCreateContext ppupppe
clCreateContextFromType ppUppe
clRetainContext ip
clReleaseContext ip
clGetContextInfo ipuzpp
clCreateCommandQueue pppUe
clRetainCommandQueue ip
clReleaseCommandQueue ip
clGetCommandQueueInfo ipuzpp
clSetCommandQueueProperty ipUup
clCreateBuffer ppUzpe
clCreateImage2D ppUpzzzpe
clCreateImage3D ppUpzzzzzpe
clRetainMemObject ip
clReleaseMemObject ip
clGetSupportedImageFormats ipUuupp
clGetMemObjectInfo ipuzpp
clGetImageInfo ipuzpp
clCreateSampler ppuuue
clRetainSampler ip
clReleaseSampler ip
clGetSamplerInfo ipuzpp
clCreateProgramWithSource ppuppe
clCreateProgramWithBinary ppuppppe
clRetainProgram ip
clReleaseProgram ip
clBuildProgram ipupppp
clUnloadCompiler i
clGetProgramInfo ipuzpp
clGetProgramBuildInfo ippuzpp
clCreateKernel pppe
clCreateKernelsInProgram ipupp
clRetainKernel ip
clReleaseKernel ip
clSetKernelArg ipuzp
clGetKernelInfo ipuzpp
clGetKernelWorkGroupInfo ippuzpp
clWaitForEvents iup
clGetEventInfo ipuzpp
clRetainEvent ip
clReleaseEvent ip
clGetEventProfilingInfo ipuzpp
clFlush ip
clFinish ip
clEnqueueReadBuffer ippuzzpupp
clEnqueueWriteBuffer ippuzzpupp
clEnqueueCopyBuffer ipppzzzupp
clEnqueueReadImage ippuppzzpupp
clEnqueueWriteImage ippuppzzpupp
clEnqueueCopyImage ippppppupp
clEnqueueCopyImageToBuffer ipppppzupp
clEnqueueCopyBufferToImage ipppzppupp
clEnqueueMapBuffer pppuUzzuppe
clEnqueueMapImage pppuUppppuppe
clEnqueueUnmapMemObject ipppupp
clEnqueueNDRangeKernel ippupppupp
clEnqueueTask ippupp
clEnqueueNativeKernel ipppzuppupp
clEnqueueMarker ipp
clEnqueueWaitForEvents ipup
clEnqueueBarrier ip
clGetExtensionFunctionAddress pp
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
clSetEventCallback ipipp
clCreateSubBuffer ppUupe
clSetMemObjectDestructorCallback ippp
clCreateUserEvent ppe
clSetUserEventStatus ipi
clEnqueueReadBufferRect ippupppzzzzpupp
clEnqueueWriteBufferRect ippupppzzzzpupp
clEnqueueCopyBufferRect ippppppzzzzupp
clCreateSubDevicesEXT ippupp
clRetainDeviceEXT ip
clReleaseDeviceEXT ip
clCreateEventFromGLsyncKHR -
clCreateSubDevices ippupp
clRetainDevice ip
clReleaseDevice ip
clCreateImage ppUpppe
clCreateProgramWithBuiltInKernels ppuppe
clCompileProgram ipuppupppp
clLinkProgram ppuppupppe
clUnloadPlatformCompiler ip
clGetKernelArgInfo ipuuzpp
clEnqueueFillBuffer ipppzzzupp
clEnqueueFillImage ipppppupp
clEnqueueMigrateMemObjects ipupUupp
clEnqueueMarkerWithWaitList ipupp
clEnqueueBarrierWithWaitList ipupp
clGetExtensionFunctionAddressForPlatform ppp
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
clCreateCommandQueueWithProperties ppppe
clCreatePipe ppUuupe
clGetPipeInfo ipuzpp
clSVMAlloc ppUzu
clSVMFree vpp
clEnqueueSVMFree ipupppupp
clEnqueueSVMMemcpy ipuppzupp
clEnqueueSVMMemFill ipppzzupp
clEnqueueSVMMap ipuUpzupp
clEnqueueSVMUnmap ippupp
clCreateSamplerWithProperties pppe
clSetKernelArgSVMPointer ipup
clSetKernelExecInfo ipuzp
clGetKernelSubGroupInfoKHR ippuzpzpp
clCloneKernel ppe
clCreateProgramWithIL pppze
clEnqueueSVMMigrateMem ipuppUupp
clGetDeviceAndHostTimer ippp
clGetHostTimer ipp
clGetKernelSubGroupInfo ippuzpzpp
clSetDefaultDeviceCommandQueue ippp
clSetProgramReleaseCallback ippp
clSetProgramSpecializationConstant ipuzp
clCreateBufferWithProperties pppUzpe
clCreateImageWithProperties pppUpppe
clSetContextDestructorCallback ippp
"""
"""
The functions of `cl_icd_dispatch` in its order (`CL/cl_icd.h` of OpenCL-Headers), each with
its type: the result, then the arguments. `p` is a pointer or handle, `e` the pointer
`errcode_ret`, `u` a `cl_uint`, `i` a `cl_int`, `U` a `cl_ulong`, `z` a `size_t`, `I` an
`intptr_t`, `v` nothing; `-` a function of an extension that the driver does not have.
"""

_EXTENSIONS = """
clCreateCommandQueueWithPropertiesKHR ppppe
clGetKernelSuggestedLocalWorkSizeKHR ippuppp
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


def _signatures(text: str) -> dict[str, str]:
    pairs = (line.split() for line in text.split("\n") if line)
    return {name: signature for name, signature in pairs}


SIGNATURES: dict[str, str] = _signatures(_ORDER)
EXTENSIONS: dict[str, str] = _signatures(_EXTENSIONS)

_functions: dict[str, Callable[..., Any]] = {}


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enters `function` in the table under its name."""
    assert function.__name__ in SIGNATURES | EXTENSIONS, function.__name__
    _functions[function.__name__] = function
    return function


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


def _guarded(name: str, function: Callable[..., Any], signature: str) -> Any:
    """`function` as the loader calls it: without exceptions."""
    result = signature[0]

    def plain(*args: Any) -> int:
        try:
            return function(*args) or cl.SUCCESS
        except BaseException as error:
            return _failure(name, args, error)

    def pointer(*args: Any) -> int | None:
        try:
            return function(*args)
        except BaseException as error:
            _failure(name, args, error)
            return None

    def nothing(*args: Any) -> None:
        try:
            function(*args)
        except BaseException as error:
            _failure(name, args, error)

    def create(*args: Any) -> int | None:
        made: int | None = None
        status = cl.SUCCESS
        try:
            made = function(*args[:-1])
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

    def shield(self, before: Any, after: Any) -> None:
        """
        Puts a function of `before` in front of each one that releases an object; it calls
        the one that `after` has in the same place.
        """
        numbers = iter(range(len(before)))
        for index, name in enumerate(SIGNATURES):
            if name.startswith("clRelease") and name in self.functions:
                number = next(numbers)
                after[number] = self._table[index]
                self._table[index] = before[number]

    def end(self, nothing: int) -> None:
        """Puts the function at address `nothing` into all entries."""
        for index in range(len(self._table)):
            self._table[index] = nothing

    def _pointer(self, name: str, signature: str, absent: Any) -> int:
        function = _functions.get(name)
        if function is None:
            return ctypes.cast(absent, ctypes.c_void_p).value or 0
        result, *arguments = (_TYPES[letter] for letter in signature)
        guarded = _guarded(name, function, signature)
        callback = ctypes.CFUNCTYPE(result, *arguments)(guarded)
        self._keep.append(callback)
        address = ctypes.cast(callback, ctypes.c_void_p).value or 0
        self.functions[name] = address
        return address


@cache
def table() -> Table:
    """The process's dispatch table; all functions must have been imported."""
    return Table()
