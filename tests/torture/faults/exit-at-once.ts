// The signal ends the process without its own shutdown, and without what an ordinary exit still does.
process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'));
