// SPDX-License-Identifier: GPL-2.0-or-later
/* Threads and processes: who shares mappings with whom, and what a thread is called. */
#include "session/internal.h"

#include "tests/unit/data/make.h"
#include "tests/unit/tap.h"

static struct data d;
static struct session s;

static void start(void)
{
	static const struct make_attr attr = { .type = 1, .size = 128, .sample_type = 7 };
	struct make m = { 0 }, none = { 0 };
	put_file(&m, &attr, 1, &none, NULL, 0);
	open_made(&d, &m, NULL);
	session_open(&s, &d);
	buf_release(&m.b);
}

static void end(void)
{
	session_close(&s);
	session_close(&s);
	close_made(&d);
}

static void map(uint32_t pid, uint32_t tid, uint64_t start_addr, const char *path)
{
	struct body_mmap m = {
		.pid = pid, .tid = tid, .start = start_addr, .len = 0x1000, .prot = 5, .path = path
	};
	thread_mmap(&s, &m);
}

static uint32_t mapping_at(const struct thread *t, uint8_t mode, uint64_t addr)
{
	return session_mapping(&s, session_context(&s, t, mode), addr);
}

static const char *path_at(uint32_t pid, uint32_t tid, uint64_t addr)
{
	uint32_t at = mapping_at(thread_get(&s, pid, tid), ABI_MISC_USER, addr);
	return session_text(&s, session_file_of(&s, at)->path);
}

static const char *comm_of(uint32_t pid, uint32_t tid)
{
	return session_text(&s, thread_get(&s, pid, tid)->comm);
}

static void fork_of(uint32_t pid, uint32_t tid, uint32_t ppid, uint32_t ptid, bool exec)
{
	thread_fork(&s, &(struct body_task){ .pid = pid, .tid = tid, .ppid = ppid, .ptid = ptid },
	            exec);
}

static void comm(uint32_t pid, uint32_t tid, const char *text, bool exec)
{
	thread_comm(&s, &(struct body_comm){ pid, tid, text }, exec);
}

static void test_names(void)
{
	start();
	is_str(comm_of(0, 0), "swapper", "the idle task");
	is_str(comm_of(5, 5), ":5", "a thread nobody named");
	is_str(comm_of(UINT32_MAX, UINT32_MAX), ":-1", "one the kernel had no number for");
	comm(10, 10, "main", false);
	is_str(comm_of(10, 12), ":12", "one nobody announced, whatever its process is called");
	comm(10, 12, "worker", false);
	is_str(comm_of(10, 12), "worker", "until it has one");
	is_str(comm_of(10, 10), "main", "of its own");
	fork_of(10, 13, 10, 12, false);
	is_str(comm_of(10, 13), "worker", "a new thread has its creator's");
	fork_of(20, 20, 10, 12, false);
	is_str(comm_of(20, 20), "worker", "so has a new process");
	is_str(comm_of(30, 12), ":12", "a tid that another process has by now");
	end();
}

static void test_mappings(void)
{
	start();
	map(10, 10, 0x1000, "/a");
	map(10, 11, 0x2000, "/b");
	is_str(path_at(10, 10, 0x2fff), "/b", "threads share mappings");
	is_str(path_at(10, 10, 0x3000), "[unknown]", "nothing behind them");
	fork_of(20, 20, 10, 10, false);
	is_str(path_at(20, 20, 0x1000), "/a", "a fork copies them");
	map(20, 20, 0x1000, "/c");
	map(10, 10, 0x2000, "/d");
	is_str(path_at(10, 10, 0x1000), "/a", "the child's new ones are its own");
	is_str(path_at(20, 20, 0x2000), "/b", "and the parent's");
	fork_of(10, 14, 10, 10, false);
	is_str(path_at(10, 14, 0x2000), "/d", "a new thread copies nothing");
	comm(20, 20, "new", false);
	is_str(path_at(20, 20, 0x1000), "/c", "a new name changes no mapping");
	comm(20, 20, "new", true);
	is_str(path_at(20, 20, 0x1000), "[unknown]", "an exec forgets them");
	is_str(path_at(10, 10, 0x1000), "/a", "of that process only");
	fork_of(30, 30, 10, 10, true);
	is_str(path_at(30, 30, 0x1000), "[unknown]",
	       "a fork that stands for a running process copies none");
	struct body_mmap data = {
		.pid = 10, .tid = 10, .start = 0x1000, .len = 0x1000, .prot = 3, .path = "/data"
	};
	thread_mmap(&s, &data);
	is_str(path_at(10, 10, 0x1000), "/data", "data takes the place of code");
	map(10, 10, 0x1000, "/a");
	data.len = 0;
	thread_mmap(&s, &data);
	data.len = UINT64_MAX;
	thread_mmap(&s, &data);
	is_str(path_at(10, 10, 0x1000), "/a",
	       "nor is what has no length or ends beyond all addresses");
	end();
}

/* Huge pages over a file's text are its text still; other anonymous memory is not. */
static void test_text_moved(void)
{
	static const struct {
		uint64_t start, len;
		const char *path, *want, *what;
	} rows[] = {
		{ 0x400000, 0x200000, "//anon", "/text", "a huge page in the text" },
		{ 0x400000, 0x400000, "/anon_hugepage (deleted)", "/text", "two of them" },
		{ 0x400000, 0x1000, "//anon", "/tmp/perf-10.map", "a small page" },
		{ 0x600000, 0x600000, "//anon", "/tmp/perf-10.map", "more than the text" },
		{ 0x400000, 0x200000, "/other", "/other", "another file" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct body_mmap text = { .pid = 10,
			                  .tid = 10,
			                  .start = 0x3ff000,
			                  .len = 0x601000,
			                  .prot = 5,
			                  .path = "/text" };
		struct body_mmap over = { .pid = 10,
			                  .tid = 10,
			                  .start = rows[i].start,
			                  .len = rows[i].len,
			                  .prot = 5,
			                  .path = rows[i].path };
		start();
		thread_mmap(&s, &text);
		thread_mmap(&s, &over);
		is_str(path_at(10, 10, rows[i].start), rows[i].want, rows[i].what);
		end();
	}
}

/* Forks share what they inherit; where each then goes its own way with thousands of mappings, there
 * is an end to it. */
static void test_bound(void)
{
	enum { MAPS = 4096, FORKS = 3000 };
	start();
	for (uint32_t i = 0; i < MAPS; i++)
		map(10, 10, 0x100000 + i * 0x2000ull, "/a");
	for (uint32_t i = 0; i < FORKS; i++)
		fork_of(100 + i, 100 + i, 10, 10, false);
	ok(s.n_pieces < 4 * MAPS, "what is shared takes no room: %llu pieces",
	   (unsigned long long)s.n_pieces);
	for (uint32_t i = 0; i < FORKS; i++)
		map(100 + i, 100 + i, 0x1000, "/b");
	ok(s.n_pieces <= SPACE_PIECES_MAX + 16ull * FORKS && s.stats.spaces_dropped,
	   "%llu pieces, %llu spaces dropped", (unsigned long long)s.n_pieces,
	   (unsigned long long)s.stats.spaces_dropped);
	is_str(path_at(100, 100, 0x100000), "/a", "an early child has its parent's");
	is_str(path_at(99 + FORKS, 99 + FORKS, 0x1000), "/b", "a late one its own");
	is_str(path_at(99 + FORKS, 99 + FORKS, 0x100000), "[unknown]", "alone");
	end();
}

/* What a path stands for. */
static void test_kinds(void)
{
	static const struct {
		const char *path;
		enum file_kind kind;
		const char *shown, *short_name;
		uint64_t start;
	} rows[] = {
		{ "/usr/lib/libc.so.6", FILE_USER, "/usr/lib/libc.so.6", "libc.so.6", 0x1000 },
		{ "/bin/gone (deleted)", FILE_USER, "/bin/gone (deleted)", "gone (deleted)",
		  0x1000 },
		{ "/ends/in/slash/", FILE_USER, "/ends/in/slash/", "/ends/in/slash/", 0x1000 },
		{ "[vdso]", FILE_VDSO, "[vdso]", "[vdso]", 0x7fff12340000 },
		{ "[vdso]", FILE_SPECIAL, "[vdso]", "[vdso]", 0xf7f12000 }, /* of 32 bits */
		{ "[uprobes]", FILE_SPECIAL, "[uprobes]", "[uprobes]", 0x1000 },
		{ "//anon", FILE_ANON, "/tmp/perf-10.map", "perf-10.map", 0x1000 },
		{ "/dev/zero", FILE_ANON, "/tmp/perf-10.map", "perf-10.map", 0x1000 },
		{ "[heap]", FILE_ANON, "/tmp/perf-10.map", "perf-10.map", 0x1000 },
		{ "[stack]", FILE_ANON, "/tmp/perf-10.map", "perf-10.map", 0x1000 },
		{ "/SYSV00000000 (deleted)", FILE_ANON, "/tmp/perf-10.map", "perf-10.map", 0x1000 },
		{ "", FILE_USER, "", "", 0x1000 },
	};
	start();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t start_addr = rows[i].start;
		map(10, 10, start_addr, rows[i].path);
		uint32_t at = mapping_at(thread_get(&s, 10, 10), ABI_MISC_USER, start_addr);
		const struct session_file *f = session_file_of(&s, at);
		ok(f->kind == rows[i].kind, "kind of '%s'", rows[i].path);
		is_str(session_text(&s, f->path), rows[i].shown, "its path");
		is_str(session_text(&s, f->short_name), rows[i].short_name, "its last part");
	}
	end();
}

static void test_kernel(void)
{
	start();
	struct body_mmap text = { .pid = UINT32_MAX,
		                  .start = 0xffffffff81000000,
		                  .len = 0x1000000,
		                  .pgoff = 0xffffffff81000000,
		                  .path = "[kernel.kallsyms]_text" };
	struct body_mmap module = { .pid = UINT32_MAX,
		                    .start = 0xffffffffc0000000,
		                    .len = 0x1000,
		                    .path = "/lib/modules/6.1.0/kernel/sound/snd-hda.ko.xz" };
	machine_mmap(&s, &text);
	machine_mmap(&s, &module);
	const struct session_file *f =
		session_file_of(&s, mapping_at(NULL, ABI_MISC_KERNEL, 0xffffffff81000010));
	ok(f->kind == FILE_KERNEL && f->ref_addr == 0xffffffff81000000, "the kernel");
	is_str(session_text(&s, f->ref_name), "_text", "the symbol its place is measured by");
	f = session_file_of(&s, mapping_at(NULL, ABI_MISC_KERNEL, 0xffffffffc0000fff));
	is_u64(f->kind, FILE_MODULE, "a module");
	is_str(session_text(&s, f->short_name), "[snd_hda]", "its name");
	is_u64(mapping_at(NULL, ABI_MISC_HYPERVISOR, 0xffffffff81000010), 0,
	       "another context has no mappings");
	is_u64(mapping_at(NULL, ABI_MISC_USER, 0xffffffff81000010), 0, "nor has nobody");
	end();
}

int main(void)
{
	test_names();
	test_mappings();
	test_text_moved();
	test_bound();
	test_kinds();
	test_kernel();
	return done_testing();
}
