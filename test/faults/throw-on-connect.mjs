/** Loaded before the service: a connection to one of these ports throws later, where nobody can catch it. */
import { Socket } from 'node:net';

const FAULTS = {
  [process.env.TEST_THROW_PORT]: () => {
    setImmediate(() => {
      throw new TypeError('a callback of an executor throws');
    });
  },
  [process.env.TEST_REJECT_PORT]: () => void Promise.reject(new TypeError('nobody waits for this promise')),
};

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  FAULTS[options?.port]?.();
  return connect.apply(this, args);
};

process.on('SIGUSR2', () => {
  throw new TypeError('a callback of the service itself throws');
});
