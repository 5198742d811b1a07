// The lock considers every owner of the directory dead.
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (signal === 0) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  return kill(pid, signal);
};
