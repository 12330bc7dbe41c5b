/** A service that `synapse serve` started has a channel to it. It closes when that program ends, in whatever way. */
export function onParentGone(stop: () => void): void {
  if (process.channel === undefined) return;
  process.once('disconnect', stop);
  process.channel.unref();
}
