import type { Pool } from 'pg'

/** A resource as returned by the API. */
export interface CreatedResource {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: fixtures read answers as a client would, without their types
  [field: string]: any
}

/** The API of an organization's owner, for use in fixtures. */
export interface FixtureContext {
  /** Throws if the request is rejected. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<CreatedResource>
  post(path: string, body?: object): Promise<CreatedResource>
  /** The id of a resource of any feature, created once per name. */
  one(name: string): Promise<string>
  /** A new word with each call. */
  unique(): string
  /** Uploads a file of a few bytes or of this content. */
  upload(content?: string | Uint8Array): Promise<CreatedResource>
  /** Connects as the database owner, to simulate time or other parties. */
  system: Pool
}

/**
 * Creates a feature's resources by name (the names in `things` of the examples). Tests visit every route with them. Each call
 * creates a new one.
 */
export type Fixture = Readonly<Record<string, (workshop: FixtureContext) => Promise<{ id: string }>>>
