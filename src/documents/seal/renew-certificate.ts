import type { Config } from '../../config.ts'
import { readCertificateExpiry, replaceSelfSigned } from './certificate.ts'
import { createSelfSignedCertificate } from './pades.ts'
import { selfSignedName } from './seals.ts'

/** Replaces the self-signed certificate and returns its expiry. Sealed documents contain their certificate and stay valid. */
export async function renewCertificate(
  config: Pick<Config, 'signing' | 'dataDir' | 'publicUrl'>,
  now: Date,
): Promise<Date | null> {
  if (config.signing.certificate)
    throw new Error(
      'SIGNING_CERTIFICATE is set: put the new file of your authority in the place of the old one and restart every process. Documents that are sealed stay valid.',
    )
  await replaceSelfSigned(
    config.dataDir,
    await createSelfSignedCertificate({ name: selfSignedName(config.publicUrl), at: now }),
  )
  return readCertificateExpiry(config)
}
