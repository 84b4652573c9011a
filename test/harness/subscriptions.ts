import { expect } from 'vitest'
import type { App } from '../../src/app.ts'
import type { House } from './house.ts'

const addresses = new WeakMap<App, Promise<string>>()

/** The address an app listens at, from now on and as long as it runs. */
export function listen(app: App): Promise<string> {
  const known = addresses.get(app) ?? app.server.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(app, known)
  return known
}

/** Where an app takes sockets. */
export const socketUrl = async (app: App) => `${(await listen(app)).replace('http', 'ws')}/graphql`

/** Resolves when this many subscriptions of an organization are waiting for events. */
export const waitForSubscriptions = ({ app, organizationId }: House, count = 1) =>
  // Longer than the service takes to notice that a socket is gone.
  expect.poll(() => app.services.eventTails.countWaiting(organizationId), { interval: 5, timeout: 25_000 }).toBe(count)
