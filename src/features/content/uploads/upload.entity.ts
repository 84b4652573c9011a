import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { TenantEntity } from '#core/database/entity'

/** A resumable upload. It is removed once the file exists, which has its id. */
@Entity({ tableName: 'uploads' })
export class Upload extends TenantEntity {
  @Property({ type: 'text' })
  name!: string

  @Property({ type: 'uuid', nullable: true })
  folderId: string | null = null

  /** Total size as announced. */
  @Property({ type: 'integer' })
  sizeBytes!: number

  @Property({ type: 'integer' })
  receivedBytes: number = 0

  /** Ids of the stored parts, in order. */
  @Property({ type: 'array', columnType: 'uuid[]' })
  parts: string[] = []

  /** Bytes of the last part. */
  @Property({ type: 'integer' })
  tailBytes: number = 0

  /** Returned verbatim to clients that resume. */
  @Property({ type: 'text', nullable: true })
  metadata: string | null = null

  @Property({ type: 'uuid' })
  uploadedBy!: string

  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  expiresAt!: Date
}
