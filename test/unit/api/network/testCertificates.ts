/**
 * Certificates for tests. All except `expired` are valid until 2126. Node cannot create certificates, so OpenSSL 3
 * created them with these commands:
 *
 *     openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out key.pem
 *     openssl ecparam -name prime256v1 -genkey -noout -out ca-key.pem
 *     openssl req -x509 -new -key ca-key.pem -subj '/CN=Company CA' -days 36500 \
 *       -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out companyCa.pem
 *     openssl req -new -key key.pem -subj /CN=service.test | openssl x509 -req -CA companyCa.pem -CAkey ca-key.pem \
 *       -days 36500 -extfile names -out service.pem
 *     openssl req -x509 -new -key key.pem -subj /CN=service.test -days 36500 -addext "$(head -1 names)" -out selfSigned.pem
 *
 * The file `names` contains two lines: `subjectAltName=DNS:service.test,DNS:localhost,IP:127.0.0.1` and
 * `extendedKeyUsage=serverAuth`. `withoutName` was created like `selfSigned`, but with `-subj /`. `otherHost` was
 * created with another subjectAltName. `expired` was created by `openssl ca` with -startdate and -enddate.
 */

/** The private key of all certificates except `companyCa`, whose key was deleted. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT+JlaHJIiq6N2yFT
89eZ5iIYohmjBLAA+vmabNiOZqehRANCAAR+Ze60Gcolqz68oKiwnbpxmXgT5CbN
zITddkuLkZtJ5OpwF1gME33Fj1Lzb1G5bXAjP4TjQNUVcWBavAGsd9M4
-----END PRIVATE KEY-----
`;

/** The certificate of an authority that no system trusts. */
export const companyCa = `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIUGpypUBIEii1XrgQg8pZjnEvOI/IwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKQ29tcGFueSBDQTAgFw0yNjExMjExMDExMzFaGA8yMTI2MTAy
ODEwMTEzMVowFTETMBEGA1UEAwwKQ29tcGFueSBDQTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABCZCzBOLJVOcC/mf9uuj7H5h1FvfUbG64zLmBc4pOBbHEl+Yqqmy
v/VtXHMmSXopT+QqGgKZm4U3nlh6L/spuXijYzBhMB0GA1UdDgQWBBQAdDDghnsu
sMR5HyCaNVCrYlo3uTAfBgNVHSMEGDAWgBQAdDDghnsusMR5HyCaNVCrYlo3uTAP
BgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggqhkjOPQQDAgNIADBF
AiAmsosQp6QiV2MQAWmHpZWPJvvjOlCqK9qFVkxZ5FVBSAIhAJG5jQwWRA1bC8H1
HzWkJ1aIn0ALUKnuaqGkPa7AJe4r
-----END CERTIFICATE-----
`;

/** A certificate for service.test, localhost and 127.0.0.1, issued by `companyCa`. */
export const service = `-----BEGIN CERTIFICATE-----
MIIBsjCCAVigAwIBAgIUHpnUBU4OxG9MRgZVN9HjL3nS5E0wCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKQ29tcGFueSBDQTAgFw0yNjExMjExMDExMzFaGA8yMTI2MTAy
ODEwMTEzMVowFzEVMBMGA1UEAwwMc2VydmljZS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEfmXutBnKJas+vKCosJ26cZl4E+QmzcyE3XZLi5GbSeTqcBdY
DBN9xY9S829RuW1wIz+E40DVFXFgWrwBrHfTOKOBgTB/MCgGA1UdEQQhMB+CDHNl
cnZpY2UudGVzdIIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMB
MB0GA1UdDgQWBBQg2Qxrk6PftmSG5tq4emcGhX81GTAfBgNVHSMEGDAWgBQAdDDg
hnsusMR5HyCaNVCrYlo3uTAKBggqhkjOPQQDAgNIADBFAiAVfV0bNe+5/eCEzItO
i06n9y20cPToPKIu4ZkqEo3KkgIhAL/0uz9rFXbc6wXMunPArJIF51giq2GPKehE
3Wvli1PW
-----END CERTIFICATE-----
`;

/** Like `service`, but its validity ended in 2021. */
export const expired = `-----BEGIN CERTIFICATE-----
MIIBnTCCAUSgAwIBAgICEAAwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKQ29tcGFu
eSBDQTAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBcxFTATBgNVBAMM
DHNlcnZpY2UudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABH5l7rQZyiWr
PrygqLCdunGZeBPkJs3MhN12S4uRm0nk6nAXWAwTfcWPUvNvUbltcCM/hONA1RVx
YFq8Aax30zijgYEwfzAoBgNVHREEITAfggxzZXJ2aWNlLnRlc3SCCWxvY2FsaG9z
dIcEfwAAATATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUINkMa5Oj37Zk
hubauHpnBoV/NRkwHwYDVR0jBBgwFoAUAHQw4IZ7LrDEeR8gmjVQq2JaN7kwCgYI
KoZIzj0EAwIDRwAwRAIgQpcupuKJ1TTrm0yIwbQ+lE5CoAqIVdqVNan6ZlSWUaIC
IDgBLYcgqkCUqJhngqUY+exW4aTb3rez1MG1nay+NpZi
-----END CERTIFICATE-----
`;

/** Like `service`, but for other.test. */
export const otherHost = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUKgAwIBAgIUM090GkGb+SsK6NgavLDYwJUuOdMwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKQ29tcGFueSBDQTAgFw0yNjExMjExMDExMzFaGA8yMTI2MTAy
ODEwMTEzMVowFTETMBEGA1UEAwwKb3RoZXIudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABH5l7rQZyiWrPrygqLCdunGZeBPkJs3MhN12S4uRm0nk6nAXWAwT
fcWPUvNvUbltcCM/hONA1RVxYFq8Aax30zijbjBsMBUGA1UdEQQOMAyCCm90aGVy
LnRlc3QwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFCDZDGuTo9+2ZIbm
2rh6ZwaFfzUZMB8GA1UdIwQYMBaAFAB0MOCGey6wxHkfIJo1UKtiWje5MAoGCCqG
SM49BAMCA0gAMEUCIHsuZPjzp626kCgDuIHnL5RN4JTeUiV4y0TjusKfjxlQAiEA
j5i7ddyxMKgq0eUYVbUNjQXq/v8DURKU9KhOWl/dktw=
-----END CERTIFICATE-----
`;

/** Like `service`, but self-signed. */
export const selfSigned = `-----BEGIN CERTIFICATE-----
MIIBrzCCAVWgAwIBAgIUNFoh3bfceH2V42TOK3lYWxnSCf4wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2VydmljZS50ZXN0MCAXDTI2MTEyMTEwMTEzMVoYDzIxMjYx
MDI4MTAxMTMxWjAXMRUwEwYDVQQDDAxzZXJ2aWNlLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR+Ze60Gcolqz68oKiwnbpxmXgT5CbNzITddkuLkZtJ5Opw
F1gME33Fj1Lzb1G5bXAjP4TjQNUVcWBavAGsd9M4o30wezAdBgNVHQ4EFgQUINkM
a5Oj37ZkhubauHpnBoV/NRkwHwYDVR0jBBgwFoAUINkMa5Oj37ZkhubauHpnBoV/
NRkwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfggxzZXJ2aWNlLnRlc3SCCWxv
Y2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNIADBFAiEAogwQ8cRqNzkMANzT1OvZ
bEADMiLa2lix8A4BLFnPqawCIBIlFcnWyEmd5OYfI9+Zlh/fYOcV/1TfpMnsG5uH
L/fq
-----END CERTIFICATE-----
`;

/** Like `selfSigned`, but with an empty subject and an empty issuer. Newer certificates often have no subject. */
export const withoutName = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIUV2A8WyMloYCjHOV/mrgFDP8X/ZIwCgYIKoZIzj0EAwIw
ADAgFw0yNjExMjQxNjE4MjdaGA8yMTI2MTAzMTE2MTgyN1owADBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABH5l7rQZyiWrPrygqLCdunGZeBPkJs3MhN12S4uRm0nk
6nAXWAwTfcWPUvNvUbltcCM/hONA1RVxYFq8Aax30zijfTB7MB0GA1UdDgQWBBQg
2Qxrk6PftmSG5tq4emcGhX81GTAfBgNVHSMEGDAWgBQg2Qxrk6PftmSG5tq4emcG
hX81GTAPBgNVHRMBAf8EBTADAQH/MCgGA1UdEQQhMB+CDHNlcnZpY2UudGVzdIIJ
bG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0gAMEUCICLye6G+dess5xlQ0r68
+s0V+ESOOEKr3RKBOMq3OEHcAiEAoDWvOM63bzk9w3lVjykeX0Iq0v1HDAsNhUpj
xUq4vUw=
-----END CERTIFICATE-----
`;
