/* errno, and the texts of its values. Each thread has its own errno. The texts are those of
   glibc for the values that a program can meet here or may well set itself. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include <errno.h>
#include <string.h>

int *__errno_location(void)
{
    static _Thread_local int errorNumber;
    return &errorNumber;
}

typedef struct ErrorText {
    int number;
    char text[40];
} ErrorText;

static const ErrorText errorTexts[] = {
    {0, "Success"},
    {EPERM, "Operation not permitted"},
    {ENOENT, "No such file or directory"},
    {ESRCH, "No such process"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {E2BIG, "Argument list too long"},
    {EBADF, "Bad file descriptor"},
    {ECHILD, "No child processes"},
    {EAGAIN, "Resource temporarily unavailable"},
    {ENOMEM, "Cannot allocate memory"},
    {EACCES, "Permission denied"},
    {EFAULT, "Bad address"},
    {EBUSY, "Device or resource busy"},
    {EEXIST, "File exists"},
    {ENODEV, "No such device"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {EINVAL, "Invalid argument"},
    {EMFILE, "Too many open files"},
    {EFBIG, "File too large"},
    {ENOSPC, "No space left on device"},
    {ESPIPE, "Illegal seek"},
    {EROFS, "Read-only file system"},
    {EPIPE, "Broken pipe"},
    {EDOM, "Numerical argument out of domain"},
    {ERANGE, "Numerical result out of range"},
    {EDEADLK, "Resource deadlock avoided"},
    {ENOSYS, "Function not implemented"},
    {EOVERFLOW, "Value too large for defined data type"},
    {ENOTSUP, "Operation not supported"},
    {ETIMEDOUT, "Connection timed out"},
    {EOWNERDEAD, "Owner died"},
    {ENOTRECOVERABLE, "State not recoverable"},
};

char *strerror(int number)
{
    for (size_t i = 0; i < sizeof errorTexts / sizeof errorTexts[0]; ++i)
        if (errorTexts[i].number == number)
            return (char *)errorTexts[i].text;
    return (char *)"Unknown error";
}
