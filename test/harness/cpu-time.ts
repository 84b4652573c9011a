/** CPU milliseconds of this thread. */
export function readCpuTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest time the event loop was blocked, in CPU milliseconds. */
export async function measureLongestBlock(work: () => Promise<unknown>) {
  let [longest, last] = [0, readCpuTime()]
  const look = () => {
    const now = readCpuTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 2)
  await work()
  clearInterval(timer)
  look()
  return longest
}
