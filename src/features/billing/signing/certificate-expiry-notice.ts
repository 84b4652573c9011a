import type { InstallationNoticeSource } from '#core/operation/notices'
import { certificateRenewalDate, expiresSoon, readCertificateExpiry } from '#documents/seal/certificate'

/** Shown from 60 days before the seal certificate expires. */
export const certificateExpiryNotice: InstallationNoticeSource = {
  kind: 'certificate_ends',
  async find({ config, clock }) {
    const end = await readCertificateExpiry(config)
    if (!end || !expiresSoon(end, clock.now())) return []
    const day = (locale: string) => end.toLocaleDateString(locale, { timeZone: 'Europe/Berlin', dateStyle: 'long' })
    const message = {
      de: `Das Zertifikat für Siegel gilt bis ${day('de-DE')}. Erneuern Sie es mit \`kontor renew-certificate\`; was gesiegelt ist, bleibt gültig.`,
      en: `The certificate for seals is valid until ${day('en-GB')}. Renew it by \`kontor renew-certificate\`; what is sealed stays valid.`,
    }
    return [{ message, path: '/settings/doctor', since: certificateRenewalDate(end) }]
  },
}
