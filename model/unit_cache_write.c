#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "unit_cache.h"
#include "unit_cache_format.h"

enum { FLUSH_BYTES = 1 << 20 };

struct writer {
	const struct unit_cache_input *in;
	int fd;
	uint64_t at; /* bytes written or in the buffer */
	struct buf pending, entries, names;
	uint32_t entry_count;
	int error; /* errno of a write that failed */
};

static bool flush(struct writer *w)
{
	const char *at = w->pending.data;
	size_t left = w->pending.len;

	if (!buf_ok(&w->pending)) {
		w->error = ENOMEM;
		return false;
	}
	while (left) {
		ssize_t done = write(w->fd, at, left);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			w->error = done < 0 ? errno : EIO;
			return false;
		}
		at += done;
		left -= (size_t)done;
	}
	buf_clear(&w->pending);
	return true;
}

static void put(struct writer *w, const void *bytes, size_t len)
{
	if (len)
		buf_add(&w->pending, bytes, len);
	w->at += len;
}

static void align(struct writer *w)
{
	static const char zeros[8];

	put(w, zeros, (size_t)(-w->at & 7));
}

bool unit_cache_keeps(const struct unit *unit, int64_t read_at_ns)
{
	/* A file that changed as shortly before as this may have changed again within the same tick of its clock. */
	int64_t latest = read_at_ns - (int64_t)UNIT_CACHE_MARGIN_S * 1000000000;

	return unit->clean && !unit->findings.count && unit->value_count && unit->stamp.mtime_ns < latest && unit->stamp.ctime_ns < latest;
}

static void put_unit(struct writer *w, const struct unit *unit)
{
	struct cache_entry entry;
	size_t begin;

	align(w);
	memset(&entry, 0, sizeof entry);
	entry.stamp.device = unit->stamp.device;
	entry.stamp.inode = unit->stamp.inode;
	entry.stamp.size = unit->stamp.size;
	entry.stamp.mtime_ns = unit->stamp.mtime_ns;
	entry.stamp.ctime_ns = unit->stamp.ctime_ns;
	entry.at = w->at;
	entry.record_count = unit->record_count;
	entry.value_count = unit->value_count;
	entry.text_len = unit->text_len;
	entry.markdown = unit->markdown;
	begin = w->pending.len;
	put(w, unit->records, unit->record_count * sizeof *unit->records);
	put(w, unit->values, unit->value_count * sizeof *unit->values);
	put(w, unit->text, (size_t)unit->text_len + 1);
	if (!buf_ok(&w->pending))
		return;
	entry.sum = cache_sum(w->pending.data + begin, w->pending.len - begin);
	buf_add(&w->entries, &entry, sizeof entry);
	buf_add(&w->names, unit->path, strlen(unit->path) + 1);
	w->entry_count++;
}

static bool is_cancelled(const struct writer *w)
{
	return w->in->cancel && __atomic_load_n(w->in->cancel, __ATOMIC_RELAXED);
}

static bool put_units(struct writer *w)
{
	for (uint32_t i = 0; i < w->in->count; i++) {
		const struct unit *unit = w->in->units[i];

		if (is_cancelled(w)) {
			w->error = ECANCELED;
			return false;
		}
		if (!unit_cache_keeps(unit, w->in->read_at_ns))
			continue;
		put_unit(w, unit);
		if (w->pending.len >= FLUSH_BYTES && !flush(w))
			return false;
	}
	return true;
}

static bool put_more(struct writer *w, struct cache_header *h)
{
	size_t begin;

	align(w);
	if (!flush(w))
		return false;
	begin = w->pending.len;
	h->more_at = w->at;
	for (int i = 0; i < w->in->more_count; i++)
		put(w, w->in->more[i].iov_base, w->in->more[i].iov_len);
	h->more_len = w->at - h->more_at;
	if (buf_ok(&w->pending) && h->more_len)
		h->more_sum = cache_sum(w->pending.data + begin, h->more_len);
	return flush(w);
}

static bool put_index(struct writer *w, struct cache_header *h)
{
	size_t begin;

	align(w);
	h->entry_count = w->entry_count;
	h->entries_at = w->at;
	h->names_at = w->at + w->entries.len;
	if (!flush(w))
		return false;
	begin = w->pending.len;
	put(w, w->entries.data, w->entries.len);
	put(w, w->names.data, w->names.len);
	h->file_size = w->at;
	if (buf_ok(&w->pending))
		h->index_sum = cache_sum(w->pending.data + begin, w->pending.len - begin);
	return flush(w);
}

static bool write_all(struct writer *w)
{
	struct cache_header header;
	uint32_t keys = keys_count(w->in->keys);
	struct buf paths;

	cache_header_init(&header);
	/* Room for the header, which is known last. */
	put(w, &header, sizeof header);
	if (!put_units(w) || !put_more(w, &header))
		return false;
	header.key_count = keys - 1;
	/* The names of the keys stand before those of the files. */
	paths = w->names;
	buf_init(&w->names);
	for (uint32_t i = 1; i < keys; i++) {
		const char *name = keys_name(w->in->keys, (uint16_t)i);

		buf_add(&w->names, name, strlen(name) + 1);
	}
	buf_add(&w->names, paths.data, paths.len);
	if (!buf_ok(&paths) || !buf_ok(&w->names) || !buf_ok(&w->entries))
		w->error = ENOMEM;
	buf_release(&paths);
	if (w->error || !put_index(w, &header))
		return false;
	header.header_sum = cache_header_sum(&header);
	if (pwrite(w->fd, &header, sizeof header, 0) == (ssize_t)sizeof header)
		return true;
	w->error = errno ? errno : EIO;
	return false;
}

bool unit_cache_write(const char *path, const struct unit_cache_input *input, struct error *err)
{
	struct writer w = {.in = input};
	struct buf temporary;
	bool ok = false;

	buf_init(&temporary);
	buf_init(&w.pending);
	buf_init(&w.entries);
	buf_init(&w.names);
	buf_addf(&temporary, "%s.XXXXXX", path);
	if (!buf_ok(&temporary)) {
		buf_release(&temporary);
		return error_memory(err);
	}
	w.fd = mkostemp(temporary.data, O_CLOEXEC);
	if (w.fd < 0) {
		error_set(err, "%s can't be made: %s", temporary.data, strerror(errno));
	} else {
		ok = write_all(&w);
		/* No fsync: what a crash leaves does not pass its checksums. */
		if (close(w.fd) != 0 && ok) {
			w.error = errno;
			ok = false;
		}
		if (ok && rename(temporary.data, path) != 0) {
			w.error = errno;
			ok = false;
		}
		if (!ok) {
			unlink(temporary.data);
			error_set(err, "%s can't be written: %s", path, strerror(w.error));
		}
	}
	buf_release(&w.pending);
	buf_release(&w.entries);
	buf_release(&w.names);
	buf_release(&temporary);
	return ok;
}
