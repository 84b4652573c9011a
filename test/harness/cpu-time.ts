/** CPU time that this thread has used, in milliseconds: whatever else the machine does is not in it. */
export function readCpuTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest that the event loop of this thread was kept busy at a stretch meanwhile, in milliseconds of CPU time. */
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
