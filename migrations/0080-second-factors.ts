import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** What proves who a member is beside their password, or in its place. */
export class SecondFactors extends Migration {
  override up() {
    this.addSql(authenticators)
    this.addSql(codes)
    this.addSql(passkeys)
  }
}

// The app of a member that shows codes. It counts once a first code of it was shown; `last_step` is that of the last one used.
const authenticators = `
create table totp_secrets (
  organization_id uuid not null references organizations (id),
  member_id uuid not null,
  sealed_secret bytea not null,
  confirmed_at timestamptz(3),
  last_step int not null,
  primary key (organization_id, member_id),
  constraint totp_secrets_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
${isolateTenants('totp_secrets')}`

// A code that was used is gone.
const codes = `
create table recovery_codes (
  organization_id uuid not null references organizations (id),
  member_id uuid not null,
  hash text not null,
  primary key (organization_id, member_id, hash),
  constraint recovery_codes_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
${isolateTenants('recovery_codes', ['select', 'insert', 'delete'])}`

const passkeys = `
create table passkeys (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  member_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  last_used_at timestamptz(3),
  primary key (organization_id, id),
  constraint passkeys_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
create unique index passkeys_credential_id_key on passkeys (organization_id, credential_id);
create index passkeys_by_member on passkeys (organization_id, member_id, created_at, id);
${isolateTenants('passkeys')}`
