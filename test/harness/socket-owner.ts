import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Which of these processes has a TCP socket at a local port; undefined where none has. */
export function findSocketOwner(port: number, pids: readonly number[]): number | undefined {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(local))
    .map((fields) => `socket:[${fields[9]}]`)
  return pids.find((pid) => socketsOf(pid).some((socket) => inodes.includes(socket)))
}

function socketsOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`
  try {
    return readdirSync(directory).map((name) => {
      try {
        return readlinkSync(`${directory}/${name}`)
      } catch {
        return ''
      }
    })
  } catch {
    return []
  }
}
