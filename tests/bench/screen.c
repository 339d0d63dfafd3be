/* Measures the browser itself, on a pseudo-terminal of 160 by 45, over a corpus that generate.c wrote:
 *
 *   screen KERNATLAS EMPTY FOLDER N SECONDS      EMPTY: the program of empty.c; SECONDS: how long to watch it idle
 *
 * A key is answered when the program has written its last byte and every thread of it waits for something to happen. */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/bench.h"
#include "tests/harness/quiet.h"

enum { STARTS = 9, KEYS = 15, GIVE_UP_S = 60 };

struct run {
	pid_t pid;
	int fd, slave; /* the slave side is held to look at what waits in it */
	size_t bytes;  /* read */
	double last;  /* when the last of them came */
	char tail[256];
	size_t tail_len;
};

static bool run_start(struct run *run, const char *const *argv)
{
	struct winsize size = {.ws_row = 45, .ws_col = 160};

	*run = (struct run){.last = bench_now()};
	run->pid = forkpty(&run->fd, NULL, NULL, &size);
	if (run->pid == 0) {
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	run->slave = run->pid > 0 ? open(ptsname(run->fd), O_RDWR | O_NOCTTY) : -1;
	return run->slave >= 0;
}

/* Reads what is there, waiting so long for the first byte. Its end is kept, for run_until_text. */
static bool run_read(struct run *run, int wait_ms)
{
	struct pollfd fd = {.fd = run->fd, .events = POLLIN};
	char bytes[65536];
	ssize_t len;

	if (poll(&fd, 1, wait_ms) <= 0)
		return false;
	len = read(run->fd, bytes, sizeof bytes);
	if (len <= 0)
		return false;
	run->last = bench_now();
	run->bytes += (size_t)len;
	if ((size_t)len >= sizeof run->tail) {
		run->tail_len = 0;
		memcpy(run->tail, bytes + len - sizeof run->tail, sizeof run->tail);
		run->tail_len = sizeof run->tail;
	} else {
		size_t keep = sizeof run->tail - (size_t)len;

		keep = keep < run->tail_len ? keep : run->tail_len;
		memmove(run->tail, run->tail + run->tail_len - keep, keep);
		memcpy(run->tail + keep, bytes, (size_t)len);
		run->tail_len = keep + (size_t)len;
	}
	return true;
}

/* Whether the program has taken all that was typed. */
static bool has_read_all(const struct run *run)
{
	int waiting;

	return ioctl(run->slave, FIONREAD, &waiting) == 0 && waiting == 0;
}

static bool run_settle(struct run *run)
{
	double begin = bench_now();

	while (bench_now() - begin < GIVE_UP_S) {
		if (run_read(run, 1))
			continue;
		if (has_read_all(run) && quiet_probe(run->pid) == QUIET_WAITING && !run_read(run, 0))
			return true;
	}
	return false;
}

static bool run_until_text(struct run *run, const char *text)
{
	double begin = bench_now();

	while (bench_now() - begin < GIVE_UP_S)
		if (run_read(run, 100) && memmem(run->tail, run->tail_len, text, strlen(text)))
			return true;
	return false;
}

static void run_end(struct run *run)
{
	kill(run->pid, SIGKILL);
	waitpid(run->pid, NULL, 0);
	close(run->slave);
	close(run->fd);
}

static double cpu_of(pid_t pid)
{
	struct timespec t = {0};
	clockid_t id;

	if (clock_getcpuclockid(pid, &id) != 0 || clock_gettime(id, &t) != 0)
		return 0;
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct answer {
	double seconds, cpu;
	double bytes;
};

/* Types something and waits for the answer to it. */
static bool type(struct run *run, const char *keys, struct answer *answer)
{
	double cpu = cpu_of(run->pid), begin = bench_now();
	size_t bytes = run->bytes;

	run->last = begin;
	if (write(run->fd, keys, strlen(keys)) != (ssize_t)strlen(keys) || !run_settle(run))
		return false;
	answer->seconds = run->last - begin;
	answer->cpu = cpu_of(run->pid) - cpu;
	answer->bytes = (double)(run->bytes - bytes);
	return true;
}

static bool first_paint(const char *const *argv, const char *text, double *seconds)
{
	double begin = bench_now();
	struct run run;
	bool ok = run_start(&run, argv) && run_until_text(&run, text);

	*seconds = run.last - begin;
	run_end(&run);
	return ok;
}

/* "records" stands on what either program shows first. */
static bool measure_first_paint(const char *const *ours, const char *const *empty, const char *n)
{
	double ratios[STARTS], mine = 0, least = 0;
	char detail[80];

	for (int i = 0; i < STARTS; i++) {
		if (!first_paint(ours, "records", &mine) || !first_paint(empty, "records", &least))
			return false;
		ratios[i] = mine / least;
	}
	snprintf(detail, sizeof detail, "last pair %.1f ms / %.1f ms", mine * 1e3, least * 1e3);
	bench_print("first-paint", n, bench_median(ratios, STARTS), 2.0, detail);
	return true;
}

/* A key that moves the cursor against a repaint of all, CPU and bytes. */
static bool measure_move(struct run *run, const char *name, const char *const *keys, bool limited, const char *n)
{
	double cpu[KEYS], bytes[KEYS];
	struct answer whole, move;
	char label[32], detail[80];

	for (int i = 0; i < KEYS; i++) {
		if (!type(run, "\f", &whole) || !type(run, keys[i % 2], &move) || whole.cpu <= 0 || whole.bytes <= 0)
			return false;
		cpu[i] = move.cpu / whole.cpu;
		bytes[i] = move.bytes / whole.bytes;
	}
	snprintf(label, sizeof label, "%s-cpu", name);
	snprintf(detail, sizeof detail, "last %.0f us / %.0f us", move.cpu * 1e6, whole.cpu * 1e6);
	bench_print(label, n, bench_median(cpu, KEYS), limited ? 0.10 : -1, detail);
	snprintf(label, sizeof label, "%s-bytes", name);
	snprintf(detail, sizeof detail, "last %.0f / %.0f bytes", move.bytes, whole.bytes);
	bench_print(label, n, bench_median(bytes, KEYS), limited ? 0.04 : -1, detail);
	return true;
}

/* Along the row of a record in the matrix; and, without a limit, to the next record, which is shown by every pane: that
 * changes a large part of the screen. */
static bool measure_moves(struct run *run, const char *n)
{
	static const char *const along[] = {"l", "h"}, *const next[] = {"j", "j"};
	struct answer ignored;

	return type(run, "3", &ignored) && measure_move(run, "move", along, true, n) && type(run, "1", &ignored)
		&& measure_move(run, "select", next, false, n);
}

/* The last letter of a word in the filter, typed again and again. */
static bool measure_key(struct run *run, const struct corpus *corpus, const char *n)
{
	struct raw_pattern raw;
	struct answer whole, key;
	double ratios[KEYS], pass = 0;
	char detail[80];
	size_t found;
	bool ok = raw_pattern_init(&raw, "kernel", PCRE2_CASELESS);

	/* While something is typed there the key that repaints is a letter like others. */
	ok = ok && type(run, "\f", &whole) && type(run, "/kerne", &key);
	for (int i = 0; ok && i < KEYS; i++) {
		pass = raw_pattern_pass(&raw, corpus, "compiler", &found);
		ok = type(run, "l", &key);
		ratios[i] = key.seconds / (pass + whole.seconds);
		ok = ok && type(run, "\177", &(struct answer){0});
	}
	raw_pattern_release(&raw);
	if (!ok)
		return false;
	snprintf(detail, sizeof detail, "last %.1f ms / (%.1f ms + %.1f ms)", key.seconds * 1e3, pass * 1e3, whole.seconds * 1e3);
	bench_print("key", n, bench_median(ratios, KEYS), 2.0, detail);
	return true;
}

static long count_in(const char *path)
{
	char line[128];
	long all = 0;
	FILE *in = fopen(path, "r");

	while (in && fgets(line, sizeof line, in)) {
		const char *at = strstr(line, "voluntary_ctxt_switches:");

		if (at)
			all += strtol(strchr(at, ':') + 1, NULL, 10);
	}
	if (in)
		fclose(in);
	return all;
}

/* How often the program's threads were put to sleep so far: once for each time that one was awake. */
static long wakes_of(pid_t pid)
{
	char folder[64], path[384];
	long all = 0;
	struct dirent *entry;
	DIR *tasks;

	snprintf(folder, sizeof folder, "/proc/%ld/task", (long)pid);
	tasks = opendir(folder);
	while (tasks && (entry = readdir(tasks))) {
		snprintf(path, sizeof path, "%s/%s/status", folder, entry->d_name);
		all += count_in(path);
	}
	if (tasks)
		closedir(tasks);
	return all;
}

static bool measure_idle(struct run *run, int seconds, const char *n)
{
	size_t bytes = run->bytes;
	double end = bench_now() + seconds;
	long wakes = wakes_of(run->pid);
	char detail[80];

	while (bench_now() < end)
		run_read(run, (int)((end - bench_now()) * 1000) + 1);
	snprintf(detail, sizeof detail, "in %d s", seconds);
	bench_print("idle-wakes", n, (double)(wakes_of(run->pid) - wakes), 0, detail);
	bench_print("idle-bytes", n, (double)(run->bytes - bytes), 0, detail);
	return true;
}

/* Nothing of the user's: settings, places of last time and caches are those of an empty folder. */
static bool set_environment(char *home)
{
	static const char *const names[] = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
		"XDG_RUNTIME_DIR"};

	if (!mkdtemp(home))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (setenv(names[i], home, 1) != 0)
			return false;
	return setenv("TERM", "xterm-256color", 1) == 0 && setenv("LC_ALL", "C.UTF-8", 1) == 0;
}

int main(int argc, char **argv)
{
	char home[] = "/tmp/kernatlas-bench-XXXXXX";
	const char *const ours[] = {argv[1], "--no-cache", "--fresh", "-r", argc == 6 ? argv[3] : NULL, NULL};
	const char *const empty[] = {argc == 6 ? argv[2] : NULL, NULL};
	struct corpus *corpus;
	struct run run;
	bool ok;

	if (argc != 6) {
		fprintf(stderr, "usage: screen KERNATLAS EMPTY FOLDER N SECONDS\n");
		return 2;
	}
	/* Few records are shown themselves, at once, with no line before them. */
	ok = set_environment(home) && (atoi(argv[4]) < BENCH_LIMITS_FROM || measure_first_paint(ours, empty, argv[4]));
	corpus = ok ? bench_load(argv[3]) : NULL;
	ok = corpus && run_start(&run, ours);
	if (ok) {
		ok = run_settle(&run) && measure_moves(&run, argv[4]) && measure_key(&run, corpus, argv[4])
			&& (atoi(argv[5]) == 0 || measure_idle(&run, atoi(argv[5]), argv[4]));
		run_end(&run);
	}
	corpus_free(corpus);
	if (!ok)
		fprintf(stderr, "screen: the browser did not answer\n");
	return ok ? 0 : 1;
}
