import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What happens to bytes on their way: they take so many milliseconds, are never seen again, or end the connection. `slowStart`: a new
 * connection is taken at once, and passes its first bytes after so many milliseconds.
 */
export type Fault = 'none' | 'hole' | 'reset' | { latency: number } | { slowStart: number }

/** A way to a server, on which things go wrong. */
export interface FaultProxy {
  port: number
  /** From here on; a reset ends the connections that are there too. */
  set(fault: Fault): void
  close(): Promise<void>
}

/** Listens on a port of its own and passes on what comes to a server. */
export async function startFaultProxy(at: NetConnectOpts): Promise<FaultProxy> {
  let fault: Fault = 'none'
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (fault === 'reset') return near.resetAndDestroy()
    const far = connect(at)
    open.add(near.on('close', () => open.delete(near)))
    const started = typeof fault === 'object' && 'slowStart' in fault ? sleep(fault.slowStart) : Promise.resolve()
    pass(near, far, started)
    pass(far, near, started)
  })
  function pass(from: Socket, to: Socket, started: Promise<void>) {
    from.on('close', () => to.destroy()).on('error', () => to.destroy())
    let last = started
    from.on('data', (bytes) => {
      const latency = typeof fault === 'object' && 'latency' in fault ? fault.latency : 0
      if (fault === 'hole') return
      last = last.then(async () => {
        if (latency) await sleep(latency)
        if (to.writable) to.write(bytes)
      })
    })
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      // What a hole has swallowed is missing: such a connection does not come back.
      if (next === 'reset' || fault === 'hole') for (const socket of open) socket.resetAndDestroy()
      fault = next
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
