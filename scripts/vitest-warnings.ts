/** A warning of `pg` is an error in tests: a client that is asked while it still answers will refuse in its next version. */
const listener = 'refusePgWarning';

const refusePgWarning = (warning: Error): void => {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('client.query()')) throw warning;
};

// the files of a worker share its process
if (!process.listeners('warning').some(({ name }) => name === listener)) process.on('warning', refusePgWarning);
