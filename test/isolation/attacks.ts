/** What a command on the service's own host tries in order to read the service. None of it may print a secret. */

export interface Prey {
  /** The process of the service. */
  readonly pid: number;
  readonly dataDir: string;
  /** The folder of the command line's sessions. */
  readonly settings: string;
  /** A file that one of the service's settings comes from. */
  readonly settingFile: string;
  /** A folder of the same user that commands may write to. */
  readonly scratch: string;
}

const PYTHON = `import ctypes, os, sys
pid = int(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
print("attach", libc.ptrace(16, pid, 0, 0))
with open("/proc/%d/maps" % pid) as maps:
    for line in maps:
        if "[heap]" in line:
            start = int(line.split("-")[0], 16)
            with open("/proc/%d/mem" % pid, "rb") as mem:
                mem.seek(start); print("mem", len(mem.read(4096)))`;

const READ_VM = `import ctypes, sys
class iov(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("len", ctypes.c_size_t)]
libc = ctypes.CDLL(None, use_errno=True)
buf = ctypes.create_string_buffer(8)
here = iov(ctypes.cast(buf, ctypes.c_void_p), 8)
there = iov(0x400000, 8)
n = libc.process_vm_readv(int(sys.argv[1]), ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
print("errno", ctypes.get_errno())`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Each prints the secret if it gets at it: `SECRET-…`, which is in every hidden file and in the environment. */
export function attacks({ pid, dataDir, settings, settingFile, scratch }: Prey): Record<string, string> {
  const key = `${dataDir}/planted`;
  const through = (root: string) => `cat ${root}${key} ${root}${settings}/session.json ${root}${settingFile}`;
  return {
    'the data directory': `cat ${key} ${dataDir}/*; ls ${dataDir}; tar cf - ${dataDir}; cp -r ${dataDir} ${scratch}/copy; cat ${scratch}/copy/*`,
    'the session of the command line': `cat ${settings}/session.json; ls -la ${settings}`,
    'the file of a setting': `cat ${settingFile}`,
    'hard and symbolic links': `ln ${key} ${scratch}/hard; ln -s ${dataDir} ${scratch}/soft; cat ${scratch}/hard ${scratch}/soft/planted`,
    'its own root': `${through('/proc/self/root')}; ${through('/proc/1/root')}`,
    'the environment of the service': `cat /proc/${pid}/environ; tr '\\0' '\\n' </proc/${pid}/environ`,
    'what the service has open': `for f in /proc/${pid}/fd/*; do cat "$f" </dev/null; readlink "$f"; done; ls -l /proc/${pid}/map_files`,
    'the root and the folder of the service': `${through(`/proc/${pid}/root`)}; cat /proc/${pid}/cwd/planted; ls /proc/${pid}/cwd/`,
    'every other process': `for p in /proc/[0-9]*; do cat $p/root${key} $p/cwd/planted; done`,
    'the memory of the service': `python3 -c ${quoted(PYTHON)} ${pid}; grep -a SECRET- /proc/${pid}/mem; cat /proc/${pid}/maps`,
    'a debugger': `gdb -p ${pid} -batch -ex 'info proc' </dev/null; strace -p ${pid} -e none </dev/null & sleep 0.2; kill $!`,
    'leaving the namespace': `nsenter -t ${pid} -m cat ${key}; nsenter -t ${pid} -U -m cat ${key}; nsenter -t 1 -m cat ${key}; nsenter -a -t ${pid} cat ${key}`,
    'a namespace of its own': `unshare -Urm sh -c 'umount ${dataDir}; umount -l ${dataDir}; cat ${key}; mkdir -p ${scratch}/m; mount --bind ${dataDir}/.. ${scratch}/m; cat ${scratch}/m/*/planted; mount --rbind / ${scratch}/m; cat ${scratch}/m${key}'; unshare -m sh -c 'umount ${dataDir}; cat ${key}'; umount ${dataDir}; cat ${key}`,
    'moving a folder above': `mv ${dataDir} ${dataDir}.moved; cat ${dataDir}.moved/planted; mv ${dataDir}.moved ${dataDir}`,
    'a process left behind': `(setsid sh -c 'sleep 0.1; cat ${key} /proc/${pid}/environ' >${scratch}/late 2>&1 &); while [ ! -s ${scratch}/late ]; do sleep 0.05; done; cat ${scratch}/late`,
    'the disks': `for d in $(sed -n 's/.* //p' /proc/partitions); do head -c 4096 /dev/$d | grep -ac . && echo DISK-READ; done; mknod ${scratch}/disk b $(sed -n '3s/^ *\\([0-9]*\\) *\\([0-9]*\\).*/\\1 \\2/p' /proc/partitions) && head -c 1 ${scratch}/disk | grep -c . && echo DISK-READ`,
  };
}

/** What reading another process's memory answers: EPERM. */
export const readMemory = (pid: number): string => `python3 -c ${quoted(READ_VM)} ${pid}`;
