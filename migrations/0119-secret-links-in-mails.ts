import { Migration } from '@mikro-orm/migrations'
import type { Secrets } from '#core/runtime/secret-key'

/** Secret links stood in clear in stored mails: they are blanked, and sealed where the mail is still to be sent. */
export class SecretLinksInMails extends Migration {
  /** Set by whoever runs migrations. */
  declare static secrets: () => Secrets

  override async up() {
    await this.execute('alter table mails add column sealed bytea')
    const waiting = await this.execute(
      `select organization_id, id, body_text as text, body_html as html from mails
       where status = 'queued' and (body_text ~ '${link}' or body_html ~ '${link}')`,
    )
    for (const { organization_id, id, text, html } of waiting) {
      const sealed = SecretLinksInMails.secrets().seal(JSON.stringify({ text, html }), 'mail')
      await this.execute(
        `update mails set sealed = '\\x${sealed.toString('hex')}' where organization_id = '${organization_id}' and id = '${id}'`,
      )
    }
    this.addSql(
      `update mails set body_text = regexp_replace(body_text, '${link}', '\\1•••', 'g'),
         body_html = regexp_replace(body_html, '${link}', '\\1•••', 'g')
       where body_text ~ '${link}' or body_html ~ '${link}'`,
    )
  }
}

/** The kinds of links that were mailed until then, each with its secret of 256 bits. */
const link = '(/sign/|/share/|/booking/|/invitation/|/calendar/feed/|/app/(?:invitation|reset-password)#)[\\w-]{43,}'
