import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import type { Member } from './member.entity.ts'

export type AccountMailRecipient = Pick<Member, 'id' | 'name' | 'email'> & {
  language: Language
  organizationName: string
}

type MailTexts = Record<
  Language,
  { subject: string; paragraph: (organization: string, named: string) => string; action?: string }
>

const messages = {
  passwordReset: {
    de: {
      subject: 'Neues Passwort für Kontor',
      paragraph: (organization) =>
        `für Ihren Zugang bei ${organization} wurde ein neues Passwort angefordert. Legen Sie es innerhalb einer Stunde fest. Waren Sie das nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.`,
      action: 'Neues Passwort festlegen',
    },
    en: {
      subject: 'New password for Kontor',
      paragraph: (organization) =>
        `A new password was requested for your access to ${organization}. Please set it within an hour. If it was not you, there is nothing to do: your password stays as it is.`,
      action: 'Set a new password',
    },
  },
  guessed: {
    de: {
      subject: 'Jemand versucht, sich in Ihrem Namen anzumelden',
      paragraph: (organization) =>
        `für Ihren Zugang bei ${organization} wurde mehrfach ein falsches Passwort oder ein falscher Code eingegeben. Weitere Versuche von dort werden eine Viertelstunde lang abgewiesen. Waren Sie das nicht, prüfen Sie bitte, ob Ihr Passwort nur hier gilt, und richten Sie einen zweiten Faktor ein.`,
    },
    en: {
      subject: 'Somebody is trying to sign in as you',
      paragraph: (organization) =>
        `A wrong password or a wrong code was entered several times for your access to ${organization}. Further tries from there are refused for a quarter of an hour. If it was not you, please make sure that you use your password nowhere else, and set up a second factor.`,
    },
  },
  passwordSet: {
    de: {
      subject: 'Ihr Passwort wurde geändert',
      paragraph: (organization) =>
        `das Passwort Ihres Zugangs bei ${organization} wurde geändert, und alle anderen Sitzungen sind beendet. Waren Sie das nicht, wenden Sie sich bitte sofort an Ihre Administration.`,
      action: 'Sicherheit prüfen',
    },
    en: {
      subject: 'Your password was changed',
      paragraph: (organization) =>
        `The password of your access to ${organization} was changed, and all other sessions have ended. If it was not you, please tell your administrators at once.`,
      action: 'Review security',
    },
  },
  totpDisabled: {
    de: {
      subject: 'Ihr zweiter Faktor ist ausgeschaltet',
      paragraph: (organization) =>
        `bei der Anmeldung bei ${organization} genügt wieder Ihr Passwort. Waren Sie das nicht, wenden Sie sich bitte sofort an Ihre Administration.`,
    },
    en: {
      subject: 'Your second factor is switched off',
      paragraph: (organization) =>
        `Your password alone signs you in to ${organization} again. If it was not you, please tell your administrators at once.`,
    },
  },
  totpEnabled: {
    de: {
      subject: 'Ihr zweiter Faktor ist eingerichtet',
      paragraph: (organization) =>
        `bei der Anmeldung bei ${organization} wird jetzt auch nach einem Code Ihrer Authenticator-App gefragt, und alle anderen Sitzungen sind beendet. Waren Sie das nicht, wenden Sie sich bitte sofort an Ihre Administration.`,
    },
    en: {
      subject: 'Your second factor is set up',
      paragraph: (organization) =>
        `Signing in to ${organization} now asks for a code of your authenticator app too, and all other sessions have ended. If it was not you, please tell your administrators at once.`,
    },
  },
  tokenCreated: {
    de: {
      subject: 'Ein neues API-Token für Ihren Zugang',
      paragraph: (organization, named) =>
        `für Ihren Zugang bei ${organization} wurde das API-Token „${named}“ angelegt. Es bleibt gültig, auch wenn Sie Ihr Passwort ändern. Waren Sie das nicht, löschen Sie es bitte und ändern Sie Ihr Passwort.`,
    },
    en: {
      subject: 'A new API token for your account',
      paragraph: (organization, named) =>
        `The API token “${named}” was created for your access to ${organization}. It stays valid even if you change your password. If it was not you, please delete it and change your password.`,
    },
  },
  passkeyCreated: {
    de: {
      subject: 'Ein neuer Passkey für Ihren Zugang',
      paragraph: (organization, named) =>
        `für Ihren Zugang bei ${organization} wurde der Passkey „${named}“ angelegt, mit dem man sich ohne Passwort anmeldet, und alle anderen Sitzungen sind beendet. Waren Sie das nicht, löschen Sie ihn bitte und ändern Sie Ihr Passwort.`,
    },
    en: {
      subject: 'A new passkey for your account',
      paragraph: (organization, named) =>
        `The passkey “${named}” was created for your access to ${organization}, which signs in without a password, and all other sessions have ended. If it was not you, please delete it and change your password.`,
    },
  },
} as const satisfies Record<string, MailTexts>

const greeting: Record<Language, (name: string) => string> = {
  de: (name) => `Guten Tag ${name},`,
  en: (name) => `Hello ${name},`,
}

/** Mails a member about their account: `url` is the target of the button, `more` are further paragraphs, `named` is the new item. */
export async function queueAccountMail(
  context: Context,
  kind: keyof typeof messages,
  to: AccountMailRecipient,
  { url, more = [], named = '' }: { url?: string; more?: readonly string[]; named?: string } = {},
) {
  const { language } = to
  const words: MailTexts[Language] = messages[kind][language]
  await queueNotificationMail(context, {
    kind: `account_${kind}`,
    subjectId: to.id,
    to: to.email,
    isAwaited: kind === 'passwordReset',
    language,
    subject: words.subject,
    greeting: greeting[language](to.name),
    paragraphs: [words.paragraph(to.organizationName, named), ...more],
    ...(words.action && url && { action: { label: words.action, url } }),
  })
}
