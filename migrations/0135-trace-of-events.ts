import { Migration } from '@mikro-orm/migrations'

/** An event knows the trace of what caused it (W3C Trace Context): its deliveries go on with it. */
export class TraceOfEvents extends Migration {
  override up() {
    this.addSql('alter table events add column traceparent text')
  }
}
