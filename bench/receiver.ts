// A webhook receiver that acknowledges everything, in its own process.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { trustedAuthority } from '../test/peers/authority.ts'

const { caFile, key, cert } = trustedAuthority()
const server = createServer({ key, cert }, (request, response) => {
  request.resume().once('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, caFile }))
