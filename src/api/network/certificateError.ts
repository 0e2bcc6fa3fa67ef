/** What a certificate says of itself. */
export interface CertificateFacts {
  /** Such as `CN=api.example.com`. */
  readonly subject: string;
  readonly issuer: string;
  /** Such as `Jan  1 00:00:00 2030 GMT`. */
  readonly validTo: string;
}

/** The other side showed a certificate that is not trusted: nothing was sent to it. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  /** OpenSSL's or Node's, such as `CERT_HAS_EXPIRED`. */
  readonly code: string;
  readonly certificate: CertificateFacts;

  constructor(code: string, certificate: CertificateFacts, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
    this.certificate = certificate;
  }
}
