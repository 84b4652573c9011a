import { isIP, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import { ReceiverFailure } from './receiver-failure.ts'

/**
 * Opens TLS connections for undici. It checks every resolved address, and the address of the socket before sending, so that DNS
 * rebinding has no effect.
 */
export function createGuardedConnector(mayCall: AddressPolicy, lookup: LookupFunction, timeoutMs: number) {
  const guarded = guardedLookup(mayCall, lookup)
  return ({ hostname, port }: buildConnector.Options, done: buildConnector.Callback): void => {
    let failing: 'connection' | 'tls' = 'connection'
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
      lookup: guarded,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
    })
    socket.setNoDelay(true).setKeepAlive(true)
    const late = setTimeout(() => socket.destroy(new ReceiverFailure('timeout')), timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(late)
      done(error instanceof ReceiverFailure ? error : new ReceiverFailure(failing, error), null)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      failing = 'tls'
      if (!socket.remoteAddress || !mayCall(socket.remoteAddress))
        socket.destroy(new ReceiverFailure('refused_address'))
    })
    socket.once('secureConnect', () => {
      clearTimeout(late)
      socket.off('error', fail)
      done(null, socket)
    })
  }
}

/** Rejects a name if any of its addresses is not public. */
function guardedLookup(mayCall: AddressPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error || typeof found === 'string' || found.length === 0)
        return done(new ReceiverFailure('name_not_found', error), [])
      if (!found.every(({ address }) => mayCall(address))) return done(new ReceiverFailure('refused_address'), [])
      done(null, found)
    })
}
