/* The yardstick for loading: walks a folder, reads every YAML file and parses it into libyaml events, which it drops.
 * One thread, nothing kept. Prints the number of files and events.
 *
 *   events FOLDER */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

static size_t files, events;
static unsigned char *bytes;
static size_t capacity;

static int parse(const char *path)
{
	int fd = open(path, O_RDONLY), done = 0;
	struct stat st;
	yaml_parser_t parser;
	ssize_t len;

	if (fd < 0 || fstat(fd, &st) != 0)
		return 1;
	if ((size_t)st.st_size > capacity) {
		capacity = (size_t)st.st_size * 2;
		free(bytes);
		bytes = malloc(capacity);
		if (!bytes)
			return 1;
	}
	len = read(fd, bytes, (size_t)st.st_size);
	close(fd);
	if (len < 0 || !yaml_parser_initialize(&parser))
		return 1;
	yaml_parser_set_input_string(&parser, bytes, (size_t)len);
	while (!done) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event))
			break;
		done = event.type == YAML_STREAM_END_EVENT;
		events++;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	files++;
	return !done;
}

static int walk(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	int failed = 0;

	if (!dir)
		return 1;
	while (!failed && (entry = readdir(dir))) {
		char path[4096];
		size_t len = strlen(entry->d_name);

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		if (entry->d_type == DT_DIR)
			failed = walk(path);
		else if (len > 5 && strcmp(entry->d_name + len - 5, ".yaml") == 0)
			failed = parse(path);
	}
	closedir(dir);
	return failed;
}

int main(int argc, char **argv)
{
	if (argc != 2 || walk(argv[1])) {
		fprintf(stderr, "usage: events FOLDER (of YAML files that parse)\n");
		return 2;
	}
	printf("%zu files, %zu events\n", files, events);
	return 0;
}
