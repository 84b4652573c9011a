import type { Pool } from 'pg'

/** A resource as the API answered it. */
export interface CreatedResource {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: fixtures read answers as a client would, without their types
  [field: string]: any
}

/** What fixtures make things with: the API, as the owner of an organization. */
export interface FixtureContext {
  /** Sends a request; throws where it is refused. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<CreatedResource>
  post(path: string, body?: object): Promise<CreatedResource>
  /** The id of a thing of that name, which is made once; of any feature. */
  one(name: string): Promise<string>
  /** A word that was not used before. */
  unique(): string
  /** Uploads a file of a few bytes, or with this content. */
  upload(content?: string | Uint8Array): Promise<CreatedResource>
  /** Works as the owner of the database: for what time or a receiver would do. */
  system: Pool
}

/**
 * How one of each thing of a feature is made, by its name: tests walk every route with them. The names are those of the
 * examples (`things`). Made twice, they are two.
 */
export type Fixture = Readonly<Record<string, (workshop: FixtureContext) => Promise<{ id: string }>>>
