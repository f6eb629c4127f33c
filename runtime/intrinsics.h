/* The functions that the machine itself provides to the runtime. Each of them becomes one
   instruction when a program is lowered; none of them has a body anywhere.

   The runtime is ordinary C. A function of the runtime runs as one step as far as other threads can
   see: the machine stops at most once, before its first access to shared memory. Only the
   synchronising intrinsics below, and calls back into the checked program, end such a step. */
#ifndef CLEW_INTRINSICS_H
#define CLEW_INTRINSICS_H

#include <stddef.h>

/* A value 0 .. n-1, each explored. */
unsigned __clew_choose(unsigned n);

/* Ends the path without a verdict when the condition is zero. */
void __clew_assume(int condition);

/* Reports a violation of the property `assert` with this text. */
__attribute__((noreturn)) void __clew_fail(const char *text);

/* Memory that belongs to the process and not to the program: nobody has to free it. */
void *__clew_allocate(size_t size);

/* The process is about to end in order: what is still allocated may be reported. */
void __clew_check_leaks(void);

/* Ends the process: every thread stops, the exit status is kept. */
__attribute__((noreturn)) void __clew_exit(int status);

/* Ends the calling thread; the value is what a join returns. */
__attribute__((noreturn)) void __clew_thread_exit(void *value);

/* Call the program's constructors in the order of their priorities, and its functions with the
   attribute destructor. */
void __clew_run_constructors(void);
void __clew_run_destructors(void);

/* A program that contains this call ends each of its threads in that function: a thread that returns
   from its start routine or calls pthread_exit goes there with its result, and the function ends in
   __clew_thread_exit. The call itself does nothing. */
void __clew_at_thread_end(void (*function)(void *result));

/* A small number above 0 that no other living thread has. */
unsigned __clew_thread_number(void);

/* Calls main with as many of these arguments as it declares, and returns its result. */
int __clew_call_main(int argc, char **argv, char **environment);

/* The checked program's arguments, argv[0] included. */
int __clew_argument_count(void);
unsigned long __clew_argument_length(int index);
void __clew_argument_copy(int index, char *to);

/* The byte at this place of the standard input that the user gave: 256 behind its end, 257 when none
   was given. */
unsigned __clew_input_byte(size_t index);

/* Appends bytes to the captured output: 1 is standard output, 2 is standard error. */
void __clew_write(int stream, const char *bytes, size_t length);

/* Formats one double for one conversion such as %+.3f: `conversion` is one of e E f F g G a A, flags
   is a bit set (1 '-', 2 '+', 4 ' ', 8 '#', 16 '0'), precision -1 means none. Writes at most
   `capacity` bytes (no terminating zero) and returns the full length. */
size_t __clew_format_double(char *to, size_t capacity, double value, int conversion, int flags,
                            int width, int precision);
size_t __clew_format_long_double(char *to, size_t capacity, const long double *value, int conversion,
                                 int flags, int width, int precision);

/* Reads `length` bytes of text as a number of `bits` bits (32, 64 or 80), correctly rounded, stores it
   and returns what errno becomes (0 or ERANGE). The text is all number: optional sign, then digits in
   decimal or hexadecimal form, or inf or nan. */
int __clew_parse_real(void *to, const char *text, size_t length, int bits);

/* Makes memory what it was before it was written. */
void __clew_undefine(void *p, size_t length);

/* Says in a trace what has happened, with % for the name of the object. Does nothing else. */
void __clew_note(const char *text, const void *object);

/* Whether a function of this name is part of the program, that is, whether anything refers to it. */
int __clew_is_linked(const char *name);

/* The size in bytes of the object that p points into the start of; 0 if it is none. */
size_t __clew_object_size(const void *p);

/* Names a function that is known but not modelled: the run stops there with its name. */
__attribute__((noreturn)) void __clew_unmodelled(const char *name);

/* Reports that a lock is given up by a thread that does not hold it. */
__attribute__((noreturn)) void __clew_fault_unlock(const char *text);

/* Reports that a lock is destroyed while a thread holds it. */
__attribute__((noreturn)) void __clew_fault_destroy(const char *text);

/* pthread_once: begins (returns 1: the caller runs the routine; 0: it has been run; waits while
   another thread runs it) and ends. */
int __clew_once_begin(int *control);
void __clew_once_end(int *control);

/* Blocks the calling thread while the word has the value, or until it has it. What the function does
   after that, up to the next such call, is one step with the end of the waiting. */
void __clew_wait_while(const unsigned *word, unsigned value);
void __clew_wait_until(const unsigned *word, unsigned value);

/* C++ exceptions. Leaves frames up to the nearest caller that stands in a try block or has something to
   destroy, and goes on there with this exception. */
__attribute__((noreturn)) void __clew_unwind(void *exception);

/* The type of the index-th catch clause that an exception thrown now would meet, the nearest first, null
   for one that catches everything; returns 0 when there are no more. */
int __clew_catch_clause(unsigned long index, const void **type);

/* Lets other threads run. */
void __clew_yield(void);

#endif
