/** Sends over the channel between two processes, and no more than fits: what the other does not read is not piled up. */

/** As much may be on its way: a few commands' windows of output. */
const ON_ITS_WAY = 32 * 1024 * 1024;

type Send = (message: object, done: (error: Error | null) => void) => void;

/**
 * Returns a function that answers false where a message is not sent. What has no bytes to carry, such as who listens
 * where, is small and always fits.
 */
export function boundedSend(send: Send, isUp: () => boolean, most = ON_ITS_WAY): (message: object) => boolean {
  let onItsWay = 0;
  return (message) => {
    const bytes = 'bytes' in message && message.bytes instanceof Uint8Array ? message.bytes.byteLength : 0;
    if (!isUp() || (bytes > 0 && onItsWay + bytes > most)) return false;
    onItsWay += bytes;
    try {
      send(message, () => {
        onItsWay -= bytes;
      });
      return true;
    } catch {
      // It was closed just now.
      onItsWay -= bytes;
      return false;
    }
  };
}
