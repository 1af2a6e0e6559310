/*
 * Keeps what a power cut would leave of a folder: each time that a file in it is synced, what it holds then is copied to a
 * folder beside it, and each time that a folder is synced, so are the names that files were given there. Writes and names
 * that nobody synced are not there. Loaded with LD_PRELOAD, on Linux, from "<folder>.synced.so" into "<folder>.synced".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAMES 256

static char from[PATH_MAX], to[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Names given by this process in folders that were not synced since. */
static struct { char old[PATH_MAX], new[PATH_MAX]; } given[NAMES];
static int many;

__attribute__((constructor)) static void find_folders(void) {
  Dl_info me;
  if (!dladdr((void *)find_folders, &me) || !me.dli_fname) return;
  snprintf(to, sizeof to, "%s", me.dli_fname);
  to[strlen(to) - strlen(".so")] = 0;
  snprintf(from, sizeof from, "%s", to);
  from[strlen(from) - strlen(".synced")] = 0;
}

static int is_inside(const char *path) {
  size_t length = strlen(from);
  return length > 0 && strncmp(path, from, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* Where a path inside is kept; the folders above it are made. Whoever else runs there, as another user too, writes there. */
static void kept_of(const char *path, char *kept, size_t size) {
  snprintf(kept, size, "%s%s", to, path + strlen(from));
  for (char *slash = kept + strlen(to) + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    if (mkdir(kept, 0777) == 0) chmod(kept, 0777);
    *slash = '/';
  }
}

static void forget_name(int index) {
  given[index] = given[--many];
}

/* Whoever sets a time from JavaScript sets it no finer. */
static long long milliseconds(struct timespec time) {
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Is what is kept what was written last? A database that comes up syncs all its files, whoever wrote them when. */
static int is_kept(int file, const char *kept) {
  struct stat is, was;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return fstat(file, &is) == 0 && stat(kept, &was) == 0 && is.st_size == was.st_size &&
         llabs(milliseconds(is.st_mtim) - milliseconds(was.st_mtim)) <= 1 &&
         /* Two writes within a tick of the system's clock have the same time. */
         now.tv_sec - is.st_mtim.tv_sec > 1;
}

/* 0, or -1 when it could not be kept: then it must not count as synced. */
static int keep_file(int file, const char *path) {
  char kept[PATH_MAX], unfinished[PATH_MAX + 32], turn[PATH_MAX + 32], block[65536];
  kept_of(path, kept, sizeof kept);
  if (is_kept(file, kept)) return 0;
  snprintf(turn, sizeof turn, "%s.turn", kept);
  snprintf(unfinished, sizeof unfinished, "%s.unfinished", kept);
  /* One at a time: a copy that was begun earlier must not stand over a later one. */
  int waiting = open(turn, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (waiting < 0) return -1;
  fchmod(waiting, 0666);
  flock(waiting, LOCK_EX);
  int out = open(unfinished, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
  /* Through the descriptor at hand: opening the file once more and closing it would let go of SQLite's locks. */
  int in = (fcntl(file, F_GETFL) & O_ACCMODE) == O_WRONLY ? open(path, O_RDONLY | O_CLOEXEC) : file;
  int result = -1;
  struct stat is;
  if (out >= 0 && in >= 0 && fstat(file, &is) == 0) {
    struct timespec times[2] = {is.st_atim, is.st_mtim};
    off_t at = 0;
    ssize_t got;
    while ((got = pread(in, block, sizeof block, at)) > 0 && write(out, block, got) == got) at += got;
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    futimens(out, times);
    if (got == 0) result = real(unfinished, kept);
  }
  if (out >= 0) close(out);
  if (in >= 0 && in != file) close(in);
  close(waiting);
  pthread_mutex_lock(&lock);
  for (int index = many - 1; index >= 0; index--) {
    if (strcmp(given[index].new, path) == 0) forget_name(index);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static void keep_names(const char *folder) {
  char old[PATH_MAX], new[PATH_MAX];
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  size_t length = strlen(folder);
  pthread_mutex_lock(&lock);
  for (int index = many - 1; index >= 0; index--) {
    const char *name = given[index].new;
    if (strncmp(name, folder, length) == 0 && name[length] == '/' && !strchr(name + length + 1, '/')) {
      kept_of(given[index].old, old, sizeof old);
      kept_of(name, new, sizeof new);
      real(old, new);
      forget_name(index);
    }
  }
  pthread_mutex_unlock(&lock);
}

static int keep(int file) {
  int before = errno, result = 0;
  char link[64], path[PATH_MAX];
  struct stat is;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0 && fstat(file, &is) == 0) {
    path[length] = 0;
    if (is_inside(path) && S_ISDIR(is.st_mode)) keep_names(path);
    else if (is_inside(path) && S_ISREG(is.st_mode) && is.st_nlink > 0) result = keep_file(file, path);
  }
  errno = result == 0 ? before : ENOSPC;
  return result;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(file);
  return result == 0 ? keep(file) : result;
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(file);
  return result == 0 ? keep(file) : result;
}

int rename(const char *old, const char *new) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  char was[PATH_MAX], name[PATH_MAX];
  int isKnown = realpath(old, was) != NULL;
  int result = real(old, new);
  int before = errno;
  if (result == 0 && isKnown && is_inside(was) && realpath(new, name) && is_inside(name)) {
    pthread_mutex_lock(&lock);
    /* What nobody syncs for so long is none that anybody relies on: a cache, a statistic. */
    if (many == NAMES) forget_name(0);
    snprintf(given[many].old, PATH_MAX, "%s", was);
    snprintf(given[many++].new, PATH_MAX, "%s", name);
    pthread_mutex_unlock(&lock);
  }
  errno = before;
  return result;
}
