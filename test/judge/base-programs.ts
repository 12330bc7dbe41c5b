/**
 * The programs that random commands find: those of every Debian, and git. Whatever else this computer has is out of
 * their PATH, so that the same commands do the same everywhere.
 */
export const BASE_PROGRAMS = [
  // coreutils
  ...'[ arch b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut date dd df dir'.split(
    ' ',
  ),
  ...'dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link ln'.split(
    ' ',
  ),
  ...'logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv'.split(
    ' ',
  ),
  ...'printf ptx pwd readlink realpath rm rmdir runcon sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf'.split(
    ' ',
  ),
  ...'sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname'.split(
    ' ',
  ),
  ...'unexpand uniq unlink users vdir wc who whoami yes'.split(' '),
  // the other packages that are always there
  ...'awk mawk sed grep egrep fgrep find xargs tar gzip gunzip zcat cmp diff diff3 sdiff hostname'.split(' '),
  ...'sh dash bash busybox perl dpkg dpkg-query getent getconf ldd locale iconv'.split(' '),
  ...'column dmesg flock fallocate findmnt getopt hexdump ionice ipcs kill last logger look lsblk lscpu lslocks'.split(
    ' ',
  ),
  ...'lsns mcookie more mount mountpoint namei nsenter prlimit rev script setsid taskset umount unshare whereis'.split(
    ' ',
  ),
  ...'free pgrep pidof pkill pmap ps pwdx slabtop sysctl tload top uptime vmstat w watch'.split(' '),
  'git',
];
