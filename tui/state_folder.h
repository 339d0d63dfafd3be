/* The user's folder of state, and folders for the user alone. */
#ifndef KERNATLAS_STATE_FOLDER_H
#define KERNATLAS_STATE_FOLDER_H

#include "buf.h"
#include "error.h"

/* Appends $XDG_STATE_HOME/kernatlas, else ~/.local/state/kernatlas. False where neither is set. Makes nothing. */
bool state_folder_name(struct buf *path);
/* Makes a folder and those above it, for the user alone; what is there already stays as it is. False with a message. */
bool state_folder_make(struct buf *path, struct error *err);

#endif
