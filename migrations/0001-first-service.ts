import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Organizations, members, tokens, clients, invoices; events, counters, idempotency, limits; mails and webhooks. */
export class FirstService extends Migration {
  override up() {
    this.addSql(role)
    this.addSql(tenancy)
    this.addSql(people)
    this.addSql(requests)
    this.addSql(events)
    this.addSql(money)
    this.addSql(mails)
    this.addSql(webhooks)
  }
}

const role = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then
    create role ${appRole} nologin;
  end if;
  if not pg_has_role(current_user, '${appRole}', 'member') then
    execute format('grant ${appRole} to %I', current_user);
  end if;
end $$;
grant usage on schema public to ${appRole};`

// set_org, not set_config: a distributed PostgreSQL passes SET LOCAL on to its workers, and set_config it does not.
const tenancy = `
create function set_org(p_organization uuid) returns void language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', p_organization);
end $$;

create table organizations (
  id uuid not null primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  name text not null,
  legal_name text,
  street text,
  postal_code text,
  city text,
  country text not null default 'DE',
  vat_id text,
  tax_number text,
  small_business boolean not null default false,
  vat_accounting text not null default 'accrual',
  iban text,
  bic text,
  bank_name text,
  account_holder text,
  email text,
  phone text,
  website text,
  register_court text,
  register_number text,
  managing_directors text,
  default_language text not null default 'de',
  default_payment_terms_days int not null default 14,
  hourly_rate_cents bigint,
  time_rounding_minutes int not null default 0,
  invoice_number_pattern text not null default 'RE-{year}-{seq:4}',
  credit_note_number_pattern text not null default 'GS-{year}-{seq:4}',
  quote_number_pattern text not null default 'AN-{year}-{seq:4}',
  contract_number_pattern text not null default 'VT-{year}-{seq:4}',
  dunning jsonb not null default '{"automatic":false,"levels":[]}',
  accounting jsonb not null default '{}',
  logo_file_id uuid
);
${isolateTenants('organizations', ['select', 'update'], 'id')}

create table counters (
  organization_id uuid not null references organizations (id),
  series text not null,
  year int not null,
  last bigint not null,
  primary key (organization_id, series, year)
);
${isolateTenants('counters', ['select', 'insert', 'update'])}`

const people = `
create table members (${resourceColumns},
  email text not null,
  name text not null,
  slug text not null,
  role text not null,
  language text,
  timezone text not null default 'Europe/Berlin',
  hourly_rate_cents bigint,
  password_hash text,
  primary key (organization_id, id),
  constraint members_role_check check (role in ('owner', 'admin', 'accountant', 'auditor', 'member', 'viewer'))
);
create unique index members_email_key on members (organization_id, lower(email));
create index members_by_email on members (lower(email));
${isolateTenants('members')}

-- A small look-up over all organizations: whose page /book/{slug} is.
create table member_slugs (
  slug text not null primary key,
  organization_id uuid not null,
  member_id uuid not null
);
create index member_slugs_by_member on member_slugs (organization_id, member_id);
${isolateTenants('member_slugs')}

create table tokens (${resourceColumns},
  member_id uuid not null,
  name text not null,
  scope text not null default 'full',
  hash bytea not null,
  last_four text not null,
  expires_at timestamptz(3),
  primary key (organization_id, id),
  constraint tokens_scope_check check (scope in ('full', 'read')),
  constraint tokens_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
create unique index tokens_hash_key on tokens (organization_id, hash);
create index tokens_by_member on tokens (organization_id, member_id);
${isolateTenants('tokens')}

create function enter(p_organization uuid, p_hash bytea)
returns table (token_id uuid, scope text, member_id uuid, member_name text, role text, default_language text)
language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', p_organization);
  return query
    select t.id, t.scope, m.id, m.name, m.role, o.default_language
    from tokens t
    join members m on m.organization_id = t.organization_id and m.id = t.member_id
    join organizations o on o.id = t.organization_id
    where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now());
end $$;`

const requests = `
create unlogged table rate_windows (
  key text not null primary key,
  started_at timestamptz not null,
  used int not null
);
grant select, insert, update, delete on rate_windows to ${appRole};

create function count_request(p_key text, p_limit int, p_handful int)
returns table (used int, granted int, milliseconds_left float8)
language plpgsql as $$
declare
  v_window rate_windows;
begin
  insert into rate_windows values (p_key, now(), 0) on conflict (key) do nothing;
  select * into v_window from rate_windows w where w.key = p_key for update;
  if v_window.started_at <= clock_timestamp() - interval '60 seconds' then
    v_window.started_at := clock_timestamp();
    v_window.used := 0;
  end if;
  granted := greatest(0, least(p_handful, p_limit - v_window.used));
  used := v_window.used + granted;
  update rate_windows w set started_at = v_window.started_at, used = v_window.used + granted where w.key = p_key;
  milliseconds_left := greatest(1, 60000 - extract(epoch from clock_timestamp() - v_window.started_at) * 1000);
  return next;
end $$;

create function count_token_request(p_organization uuid, p_hash bytea, p_limit int, p_handful int)
returns table (used int, granted int, milliseconds_left float8)
language plpgsql as $$
begin
  perform set_org(p_organization);
  if exists (
    select from tokens t
    where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now())
  ) then
    return query select * from count_request('token ' || encode(p_hash, 'base64'), p_limit, p_handful);
  end if;
end $$;

create table idempotency_keys (
  organization_id uuid not null references organizations (id),
  digest bytea not null,
  fingerprint bytea not null,
  status int not null,
  body bytea,
  created_at timestamptz not null,
  primary key (organization_id, digest)
);
create index idempotency_keys_by_age on idempotency_keys (organization_id, created_at);
${isolateTenants('idempotency_keys')}`

// The sequence is taken as the last thing before the commit, under its row lock: sequence order is commit order.
const events = `
create table event_sequences (
  organization_id uuid not null references organizations (id) primary key,
  last bigint not null
);
${isolateTenants('event_sequences', ['select', 'insert', 'update'])}

create table events (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  sequence bigint not null,
  name text not null,
  created_at timestamptz(3) not null,
  body text not null,
  primary key (organization_id, id)
);
create unique index events_sequence_key on events (organization_id, sequence);
${isolateTenants('events', ['select', 'insert'])}`

const money = `
create table clients (${resourceColumns},
  name text not null,
  kind text not null default 'business',
  email text,
  invoice_email text,
  vat_id text,
  country text,
  color text,
  contact_name text,
  phone text,
  website text,
  street text,
  postal_code text,
  city text,
  customer_number text,
  buyer_reference text,
  language text,
  payment_terms_days int,
  hourly_rate_cents bigint,
  time_rounding_minutes int,
  debtor_number int,
  notes text,
  archived boolean not null default false,
  primary key (organization_id, id),
  constraint clients_kind_check check (kind in ('business', 'consumer', 'public'))
);
create unique index clients_email_key on clients (organization_id, lower(email));
create unique index clients_debtor_number_key on clients (organization_id, debtor_number);
create index clients_by_age on clients (organization_id, created_at, id);
create index clients_by_name on clients (organization_id, name, id);
${isolateTenants('clients')}

create table invoices (${resourceColumns},
  kind text not null default 'invoice',
  status text not null default 'draft',
  number text,
  client_id uuid not null,
  credited_invoice_id uuid,
  issue_date date not null,
  due_date date not null,
  service_from date,
  service_to date,
  language text,
  introduction text,
  closing text,
  currency text not null default 'EUR',
  cash_discount_percent numeric(5,2),
  cash_discount_days int,
  dunning_blocked boolean not null default false,
  line_items jsonb not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  tax_breakdown jsonb not null,
  paid_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  refund_due_cents bigint not null default 0,
  open_cents bigint not null,
  sent_at timestamptz(3),
  reminder_level int,
  pdf_sha256 text,
  parties jsonb,
  primary key (organization_id, id),
  constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
  constraint invoices_status_check check (status in ('draft', 'sent', 'partially_paid', 'paid', 'overdue', 'cancelled')),
  constraint invoices_number_check check ((status = 'draft') = (number is null)),
  constraint invoices_document_check check (status = 'draft' or pdf_sha256 is not null),
  constraint invoices_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id),
  constraint invoices_credited_invoice_id_fkey foreign key (organization_id, credited_invoice_id) references invoices (organization_id, id)
);
create unique index invoices_number_key on invoices (organization_id, number);
create index invoices_by_age on invoices (organization_id, created_at, id);
create index invoices_by_client on invoices (organization_id, client_id, created_at, id);
create index invoices_by_issue_date on invoices (organization_id, issue_date, id);
create index invoices_by_due_date on invoices (organization_id, status, due_date);
create index invoices_by_credited on invoices (organization_id, credited_invoice_id) where credited_invoice_id is not null;
${isolateTenants('invoices')}

create table payments (${resourceColumns},
  invoice_id uuid not null,
  amount_cents bigint not null,
  paid_at date not null,
  method text not null,
  reference text,
  cash_discount_cents bigint not null default 0,
  charges_cents bigint not null default 0,
  reversed_at timestamptz(3),
  reversed_by uuid,
  reversal_reason text,
  primary key (organization_id, id),
  constraint payments_amount_check check (amount_cents > 0),
  constraint payments_method_check check (method in ('bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other')),
  constraint payments_invoice_id_fkey foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);
create index payments_by_invoice on payments (organization_id, invoice_id, created_at);
${isolateTenants('payments', ['select', 'insert', 'update'])}`

const mails = `
create table mails (${resourceColumns},
  kind text not null,
  subject_id uuid,
  sender text not null,
  reply_to text,
  recipients text[] not null,
  copies text[] not null default '{}',
  subject text not null,
  body_text text not null,
  body_html text not null,
  attachments jsonb not null default '[]',
  status text not null default 'queued',
  sent_at timestamptz(3),
  error text,
  primary key (organization_id, id),
  constraint mails_status_check check (status in ('queued', 'sent', 'failed'))
);
create index mails_by_subject on mails (organization_id, subject_id, created_at);
${isolateTenants('mails', ['select', 'insert', 'update'])}`

const webhooks = `
create table webhooks (${resourceColumns},
  url text not null,
  events text[] not null,
  active boolean not null default true,
  description text,
  sealed_secret bytea not null,
  previous_sealed_secret bytea,
  previous_secret_until timestamptz(3),
  consecutive_failures int not null default 0,
  failing_since timestamptz(3),
  disabled_reason text,
  created_by uuid not null,
  since_sequence bigint not null default 0,
  primary key (organization_id, id)
);
create index webhooks_by_age on webhooks (organization_id, created_at, id);
${isolateTenants('webhooks')}

-- How far the dispatcher has turned an organization's events into deliveries.
create table webhook_cursors (
  organization_id uuid not null references organizations (id) primary key,
  sequence bigint not null
);
${isolateTenants('webhook_cursors', ['select', 'insert', 'update'])}

create table webhook_deliveries (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  webhook_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  sequence bigint,
  body text not null,
  status text not null default 'pending',
  attempts jsonb not null default '[]',
  attempt_count int not null default 0,
  next_attempt_at timestamptz(3),
  claimed_by int,
  primary key (organization_id, id),
  constraint webhook_deliveries_status_check check (status in ('pending', 'succeeded', 'failed')),
  constraint webhook_deliveries_webhook_id_fkey foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);
create unique index webhook_deliveries_event_key on webhook_deliveries (organization_id, webhook_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_claimed on webhook_deliveries (organization_id, claimed_by) where claimed_by is not null;
create index webhook_deliveries_by_age on webhook_deliveries (organization_id, webhook_id, created_at);
${isolateTenants('webhook_deliveries')}`
