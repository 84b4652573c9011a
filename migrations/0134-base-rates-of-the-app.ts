import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'

/** Owners enter base rates in the app. They can change none: that is left to the operator's command. */
export class BaseRatesOfTheApp extends Migration {
  override up() {
    this.addSql(`grant insert on base_rates to ${appRole}`)
  }
}
