/* Events: what the person, the terminal and the system tell the program. */
#ifndef KERNATLAS_EVENT_H
#define KERNATLAS_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys that are no character stand past the end of Unicode. */
enum event_key {
	EKEY_UP = 0x110000,
	EKEY_DOWN,
	EKEY_LEFT,
	EKEY_RIGHT,
	EKEY_HOME,
	EKEY_END,
	EKEY_PAGE_UP,
	EKEY_PAGE_DOWN,
	EKEY_INSERT,
	EKEY_DELETE,
	EKEY_BACKSPACE,
	EKEY_ENTER,
	EKEY_ESCAPE,
	EKEY_TAB,
	EKEY_BACK_TAB,
	EKEY_F1,
	EKEY_F2,
	EKEY_F3,
	EKEY_F4,
	EKEY_F5,
	EKEY_F6,
	EKEY_F7,
	EKEY_F8,
	EKEY_F9,
	EKEY_F10,
	EKEY_F11,
	EKEY_F12,
};

enum event_kind {
	EVENT_KEY,
	EVENT_MOUSE,
	EVENT_PASTE,    /* text the terminal pasted, as one event, so that it can't act as commands */
	EVENT_RESIZE,   /* ask screen_size() */
	EVENT_EOF,      /* the terminal is gone */
	EVENT_SIGNAL,   /* SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGTSTP */
	EVENT_CONTINUE, /* after a stop: the terminal was taken back, paint again */
	EVENT_BACKGROUND, /* the terminal answered with the colour of its background */
};

enum event_mouse { MOUSE_PRESS, MOUSE_DOUBLE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct event {
	enum event_kind kind;
	uint32_t key;           /* key: a code point or an enum event_key; letters with ctrl are lower case */
	bool ctrl, alt;         /* key */
	int x, y;               /* mouse: cell, from 0 */
	int button;             /* mouse: 1 left, 2 middle, 3 right; 0 for the wheel */
	enum event_mouse mouse; /* mouse */
	char *text;             /* paste: UTF-8, lines end in \n, no other control but tabs; the receiver frees it */
	int signal;             /* signal: its number */
	uint32_t color;         /* background: 0xRRGGBB */
};

#endif
