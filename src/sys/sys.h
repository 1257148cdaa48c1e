/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The only folder that makes system calls. Thin: each function is one thing a kernel does, without
 * policy.
 *
 * Functions that fill a struct err return 0 or an error kind. Those that have none return a value
 * >= 0, or -errno, because their callers decide by errno.
 */
#ifndef PMREC_SYS_SYS_H
#define PMREC_SYS_SYS_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "abi/abi.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

/* ------------------------------------------------------------------ files (file.c) */

/* Is what begins so worth reading on? Asked with the first bytes, WANTED_BYTES at least, of what is
 * no regular file and might never end; what was read so far is given when it is not. NULL = always.
 */
typedef bool sys_wanted(const void *start, size_t n);
enum { WANTED_BYTES = 8 };

/* The whole of a file in memory, private and writable: mapped when it is a regular file with a
 * size, else (a pipe, a file of /proc) read to its end. An empty file gives out->p NULL. 0 or
 * ERR_SYS. */
int sys_map(const char *path, sys_wanted *wanted, struct bytes *out, struct err *e);
/* The same for a regular file only; anything else, a named pipe for instance, is refused without
 * waiting. */
int sys_map_file(const char *path, struct bytes *out, struct err *e);
/* The bytes at offsets [from, to) are not needed for now: they take no memory until they are looked
 * at again. Nothing was written to them. */
void sys_forget(struct bytes b, uint64_t from, uint64_t to);
/* Those at [from, to), as far as there are any, are needed next: one call has them all, not a fault
 * for every few pages. */
void sys_expect(struct bytes b, uint64_t from, uint64_t to);
/* n bytes of a file from its start, mapped, private and writable: what it loses meanwhile reads as
 * zeroes. 0 or -errno. */
int sys_map_fd(int fd, size_t n, struct bytes *out);
/* Has a file that was mapped become shorter? */
bool sys_has_shrunk(void);
/* What is left to read from fd, mapped when it is a regular file at its start; name is for the
 * error text. */
int sys_read_fd_all(int fd, const char *name, sys_wanted *wanted, struct bytes *out, struct err *e);
/* Gives back what these gave; empty bytes are fine, and the vdso stays. */
void sys_unmap(struct bytes b);
/* The vdso image of this process: borrowed, never to be unmapped. false when there is none. */
bool sys_vdso(struct bytes *out);

/* Add a file's text to b. 0, or -errno and b is unchanged. at: a directory's fd, or -1. */
int sys_text(int at, const char *path, struct buf *b);
/* A short text without its line end in out[n]. Its length, or -errno. */
int sys_line(const char *path, char *out, size_t n);
/* Up to n - 1 bytes of a file's start, NUL-terminated. Its length, or -errno. */
int sys_head(const char *path, char *out, size_t n);
/* A decimal number that a file holds; missing when it cannot be had. */
long long sys_number(const char *path, long long missing);
int sys_put_number(const char *path, long long v); /* 0 or -errno */
bool sys_exists(const char *path);
bool sys_is_own_folder(const char *path); /* a folder that belongs to who runs this */
/* sys_map_file() of a file that is ours or root's, and no link; ERR_DENIED else. */
int sys_map_trusted(const char *path, struct bytes *out, struct err *e);

/* Write all of it. 0 or errno (positive). sys_write is for buf.drain; ctx is an int * to the fd. */
int sys_write(void *fd, const void *p, size_t n);
/* First a, then b; *written, if not NULL, gets how many bytes went out, also after a failure. */
int sys_write_two(int fd, struct span a, struct span b, size_t *written);
int sys_write_at(int fd, const void *p, size_t n, uint64_t off);

/* Cut to n bytes. 0 or errno. */
int sys_truncate(int fd, uint64_t n);
/* A second, close-on-exec descriptor of the same; or -errno. */
int sys_dup(int fd);
void sys_close(int fd);
void sys_unlink(const char *path);

/* What a path leads to: 0 or -errno. at: a directory's fd, or -1. */
int sys_identity(int at, const char *path, uint64_t *dev, uint64_t *ino);
/* The number by which its file system finds an open file again, of a cgroup's folder the kernel's
 * number of the cgroup (name_to_handle_at(2)). 0 or -errno. */
int sys_handle(int fd, uint64_t *handle);

/* Names in a directory, in its order. */
struct sys_dir {
	void *dir;
};
int sys_dir_open(struct sys_dir *d, int at, const char *path); /* 0 or -errno */
const char *sys_dir_next(struct sys_dir *d); /* NULL = no more; without dot names */
int sys_dir_fd(const struct sys_dir *d);
void sys_dir_close(struct sys_dir *d);

/* ---------------------------------------------------- the file a recording goes into (output.c) */

/* A new file without its name yet, a character device, or a pipe. The empty value is { .fd = -1 }.
 */
struct sys_output {
	int fd;
	bool regular;  /* no device, no pipe: the rest is for such a file only */
	bool stream;   /* a pipe, or "-": the stream form is to be written */
	bool placed;   /* it is at path */
	bool kept;     /* what was there, and not empty, is now old */
	dev_t old_dev; /* what was set aside, when kept */
	ino_t old_ino;
	mode_t mode;        /* of a new file, before the umask */
	const char *path;   /* that was given, borrowed; or where a link that is followed leads */
	const char *folder; /* its folder */
	const char *old;    /* path.old */
	const char *temp;   /* its name while it is not placed; NULL = none */
	struct arena names;
};

/* Nothing that is there is touched, but what could hinder it to be placed is found. "-" is standard
 * output; a named pipe is waited for until it has a reader. Terminals for "-", sockets, and the
 * names of open descriptors that are no pipes are refused. 0, or an error kind and o is empty. */
int sys_output_open(struct sys_output *o, const char *path, struct err *e);
/* The same for one that is not to be placed: a named pipe is looked at, but not opened. */
int sys_output_try(struct sys_output *o, const char *path, struct err *e);
/* As sys_output_open(), for what is no recording: it has the mode that the umask leaves, where a
 * recording is its owner's alone. */
int sys_output_open_shared(struct sys_output *o, const char *path, struct err *e);
/* Give it its name; what was there becomes path.old. Under sudo it is given to the person who
 * called it. 0, or -errno and what was there is in its place again. */
int sys_output_place(struct sys_output *o);
/* Give it its name in place of what was there, which is lost. 0, or -errno and that is still there.
 */
int sys_output_replace(struct sys_output *o);
/* Give a placed file another name, path.suffix, where nothing is yet: the new name, borrowed from
 * o, or NULL and errno. */
const char *sys_output_rename(struct sys_output *o, const char *suffix);
/* As if it had never been made, fd excepted. */
void sys_output_discard(struct sys_output *o);
void sys_output_close(struct sys_output *o); /* discards it when it was not placed; idempotent */

/* ------------------------------------------------- files as processes have them (mapped.c) */

/* What tells a file from others while it is held open. */
struct sys_file_id {
	uint32_t maj, min; /* of its device */
	uint64_t ino, n_bytes, mtime_ns, ctime_ns;
	uint32_t owner;
};
/* Open a regular file for reading; anything else is left alone. The fd and *id, or -errno. */
int sys_hold_file(const char *path, struct sys_file_id *id);
int sys_hold_folder(const char *path);            /* to look for files in: fd or -errno */
bool sys_held_id(int fd, struct sys_file_id *id); /* of a regular file, as it is now */
/* The whole of a file that is held, as sys_map() gives it. */
int sys_map_held(int fd, const char *name, struct bytes *out, struct err *e);
/* sys_map_file() of a name in a folder that is held: no link, and root's or the owner's. */
int sys_map_in(int folder, const char *name, uint32_t owner, struct bytes *out, struct err *e);
uint64_t sys_file_limit(void);                       /* how many files this process may have open */
bool sys_process_owner(uint32_t pid, uint32_t *uid); /* false when it is gone */
/* What a process calls itself in the innermost pid namespace it is in; pid when that is not known.
 */
uint32_t sys_inner_pid(uint32_t pid);

/* -------------------------------------------------------- the machine and this process (proc.c) */

struct sys_machine {
	char hostname[256], release[256], arch[68];
	uint32_t cpus_available; /* one more than the highest number of those that are present */
	uint32_t cpus_online;    /* how many of them are */
	uint64_t memory_kib;
};
void sys_machine(struct sys_machine *out);

size_t sys_page_bytes(void);
uint64_t sys_mlock_limit_bytes(void); /* RLIMIT_MEMLOCK; UINT64_MAX = none */
bool sys_may_lock(void);              /* CAP_IPC_LOCK */
bool sys_may_own(void);               /* CAP_FOWNER: the owner of a file does not bind */
/* CAP_PERFMON or CAP_SYS_ADMIN on the whole machine: perf_event_paranoid does not bind. */
bool sys_may_profile(void);

void sys_rights(struct abi_rights *out);
/* The cpuid vendor and signature as perf prints them: "GenuineIntel,6,207,2"; false where not
 * known. */
bool sys_cpuid(char *out, size_t n);
uint32_t sys_thread_id(void);
/* This thread, and those that it starts, get a SCHED_FIFO priority. 0 or -errno. */
int sys_realtime(uint32_t priority);
int sys_run_on(const uint32_t *cpus, uint32_t n); /* this thread; 0 or -errno */
/* Write to so many pages that nobody has touched before, each by itself: no huge ones. How many
 * were written to. */
uint64_t sys_touch_pages(uint64_t n);
/* Let this process have as many files open as its hard limit allows. Returns what it was before. */
uint64_t sys_raise_file_limit(void);
/* Raise the hard limit too, as far as the kernel lets this process. */
void sys_raise_file_limit_most(void);
/* The number of a user; false when nobody has the name. */
bool sys_user_id(const char *name, uint32_t *uid);

/* ------------------------------------------------------------------ time (clock.c) */

uint64_t sys_now_ns(void);        /* CLOCK_MONOTONIC */
uint64_t sys_thread_cpu_ns(void); /* what this thread has used of a processor */
/* The time of any clock_gettime(2) clock, and how fine it is, in ns. 0 or -errno. */
int sys_clock_ns(int clock, uint64_t *ns);
int sys_clock_resolution_ns(int clock, uint64_t *ns);
/* Local time as YYYYMMDDhhmmsscc, cc being hundredths of a second; later_cs is added to it. */
void sys_timestamp(char out[20], unsigned later_cs);

/* ------------------------------------------------------------- perf_event_open(2) (perf_open.c) */

/* The fd (close-on-exec) or -errno. attr->size bytes of attr are handed over. group is the fd of
 * its leader, -1 = none. With SYS_PERF_CGROUP pid is an fd of a cgroup's folder. */
enum { SYS_PERF_CGROUP = 1 << 0 };
int sys_perf_open(const struct abi_attr *attr, int pid, int cpu, int group, unsigned how);
int sys_perf_enable(int fd); /* 0 or -errno; so the next ones */
int sys_perf_disable(int fd);
int sys_perf_set_output(int fd, int to); /* fd's records go into the ring of to */
int sys_perf_id(int fd, uint64_t *id);
int sys_perf_filter(int fd, const char *filter); /* of a tracepoint */
/* What read() gives with read_format ID, and perhaps times and LOST; of a group's leader with GROUP
 * its own. */
struct sys_perf_count {
	uint64_t value, id, lost;
};
int sys_perf_read(int fd, uint64_t read_format, struct sys_perf_count *out);
/* The n words that read() gives with any other read_format. 0 or -errno. */
int sys_perf_read_words(int fd, uint64_t *out, size_t n);

/* ------------------------------------------------------------------ the kernel's rings (ring.c) */

struct sys_ring {
	unsigned char *map; /* NULL = not mapped */
	unsigned char *data;
	size_t map_bytes;
	uint64_t data_bytes; /* a power of two */
	uint64_t tail;       /* what we have consumed up to */
	int fd;              /* that it was mapped of, borrowed */
};

/* With overwrite the kernel never waits for us, and an event with write_backward fills it from its
 * end: the newest record lies in front. 0 or -errno. */
int sys_ring_map(struct sys_ring *r, int fd, size_t data_bytes, bool overwrite);
void sys_ring_unmap(struct sys_ring *r); /* idempotent */
/* What is in the ring and not yet consumed, in one or two parts; the bytes stay until
 * sys_ring_consume(). */
size_t sys_ring_peek(const struct sys_ring *r, struct span part[2]);
void sys_ring_consume(struct sys_ring *r, size_t n_bytes);
/* Of one that is written backward: what came since the last call, the newest first, and no more
 * than it holds: the last record may be cut. The ring is to be paused. */
size_t sys_ring_peek_back(struct sys_ring *r, struct span part[2]);
void sys_ring_pause(const struct sys_ring *r, bool pause); /* since 4.7 */

/* ------------------------------------------------------------------ BPF (bpf.c) */

/* The program with the next higher id than *id; 0, -ENOENT = there is none, -errno. */
int sys_bpf_prog_next(uint32_t *id);
int sys_bpf_prog_open(uint32_t id); /* fd or -errno; so the next one */
int sys_bpf_btf_open(uint32_t id);
/* What the kernel tells of a program or of BTF: struct bpf_prog_info or bpf_btf_info, of which *n
 * bytes are there and as many as it knows are filled. Where a pointer in it is set the array is
 * filled too. 0 or -errno. */
int sys_bpf_info(int fd, void *info, uint32_t *n);

/* ------------------------------------------------------------------ pipes (pipe.c) */

/* A named pipe, for both directions and without waiting: the fd or -errno. */
int sys_fifo_open(const char *path);
/* Up to n bytes of what has arrived: their number, 0 = the end, -EAGAIN = nothing yet, -errno. Only
 * to be asked of what poll(2) says is readable. */
long sys_read_some(int fd, void *p, size_t n);

/* An fd by which one thread wakes another that polls it for input (wakeup.c): fd or -errno. However
 * often it was woken, taking it once is enough. */
int sys_wakeup_open(void);
void sys_wakeup(int fd);
void sys_wakeup_taken(int fd);

/* poll(2). How many fds are ready, 0 = none (an interruption too), -errno. */
int sys_poll(struct pollfd *v, size_t n, int timeout_ms);

/* -------------------------------------------------------------- commands and signals (exec.c) */

/* The signals that end a recording, SIGCHLD and SIGUSR2, held back and read from fd instead;
 * SIGPIPE and SIGXFSZ are ignored, as write(2) tells both. The empty value is { .fd = -1 }. */
struct sys_signals {
	int fd;
	sigset_t held_before;
	struct sigaction before[3]; /* of those that are handled otherwise, for the command */
};
int sys_signals_open(struct sys_signals *s); /* 0 or -errno */
/* The signals stay held back: what comes when a recording has ended would end us before that is
 * said. Idempotent. */
void sys_signals_close(struct sys_signals *s);
/* The next signal that has arrived, 0 = none. *typed tells that it was typed at a terminal, which
 * sent it to the command as well. */
int sys_signals_next(const struct sys_signals *s, bool *typed);

/* From now on write(2) alone tells that a reader has left. Not for record, whose command would
 * inherit it; programs that we run for ourselves do not. */
void sys_ignore_sigpipe(void);

/* A child that waits behind a gate before it executes its command. {0} is none. */
struct sys_child {
	int pid;     /* 0 = none */
	int gate;    /* a byte lets it go, closing makes it end */
	int failure; /* the errno of a failed exec arrives here */
};

/* 0 or -errno. The command gets its signals as they were before sys_signals_open(), and files_max,
 * what sys_raise_file_limit() returned. With to_stderr it writes there what it would write to
 * standard output. */
int sys_child_start(struct sys_child *c, const char *const argv[],
                    const struct sys_signals *signals, uint64_t files_max, bool to_stderr);
/* Let it go and wait until the exec has succeeded or failed: 0 or -errno of the exec. */
int sys_child_release(struct sys_child *c);
/* Has it ended? 1 and *status, its exit status or 128 + the signal that ended it; 0 = not yet;
 * -errno. */
int sys_child_poll(struct sys_child *c, int *status);
/* To it and to all processes it has started and that are still its descendants. */
void sys_child_signal(const struct sys_child *c, int sig);
/* Kill it, as above, and reap it. */
void sys_child_end(struct sys_child *c);

/* ------------------------------------------------------------------ other programs (run.c) */

struct sys_program {
	const char *const *argv;      /* found by PATH */
	const char *variable, *value; /* of its environment; NULL = as ours */
	unsigned timeout_ms;
};
/* Run it to its end: what it prints is added to out, 64 KB at most; it reads nothing, and its
 * standard error goes nowhere. 0 and *status, its exit status (127 = there is no such program) or
 * 128 + the signal that ended it; or -errno and it was killed, -ETIME = it took too long. */
int sys_run(const struct sys_program *p, struct buf *out, int *status);

/* ---------------------------------------------------------- what a person looks at (terminal.c) */

bool sys_is_terminal(int fd);          /* one that understands more than plain text */
uint32_t sys_terminal_columns(int fd); /* of its window; 0 = not known */
/* May a line of ours be shown there: we are not in the background, and no program that draws on the
 * whole screen has it? */
bool sys_terminal_is_ours(int fd);
/* Start a shell command with a pipe to its standard input: its pid and *fd, or -errno. */
int sys_pager_start(const char *command, int *fd);
/* Wait for it; until then Ctrl-C is the pager's business. Its exit status; 127 = there is no such
 * program. */
int sys_pager_wait(int pid);
/* Is there a program of this name to be run? */
bool sys_program_exists(const char *name);
int64_t sys_file_mtime(const char *path); /* seconds since 1970; 0 = cannot be had */

#endif
