import fc from 'fast-check';

/** The shortest token of a format. Its parts are in the order `before`, `marker`, `rest`. */
export interface TokenSample {
  /** The part of random characters before `marker`. Empty for formats with a fixed start. */
  readonly before: string;
  /** The part that all tokens of the format have. */
  readonly marker: string;
  readonly rest: string;
}

/**
 * Formats with a fixed start: all starts, separated by spaces, and a pattern of the shortest rest. Sources: the
 * documentation of the services, and the rules of gitleaks. The tokens are generated, so that secret scanners do not
 * report this file.
 */
const startFormats: readonly (readonly [starts: string, rest: string])[] = [
  ['A3-', '[A-Z\\d]{6}-[A-Z\\d]{11}-[A-Z\\d]{5}-[A-Z\\d]{5}-[A-Z\\d]{5}'],
  ['A3-', '[A-Z\\d]{6}-[A-Z\\d]{6}-[A-Z\\d]{5}-[A-Z\\d]{5}-[A-Z\\d]{5}-[A-Z\\d]{5}'],
  ['AKIA ASIA ABIA ACCA A3T', '[A-Z\\d]{16}'],
  ['API-', '[A-Z\\d]{26}'],
  ['dt0c01. dt0s01.', '[A-Z\\d]{24}\\.[A-Z\\d]{64}'],
  ['sm_aat_ sm_pat_ sm_sat_', '[A-Za-z\\d]{16}'],
  ['LTAI', '[A-Za-z\\d]{17}'],
  ['FLWSECK_TEST- FLWPUBK_TEST-', '[A-Za-z\\d]{12}'],
  ['rk_live_ rk_test_ rk_prod_ sk_live_ sk_test_ sk_prod_', '[A-Za-z\\d]{10}'],
  ['NRAK-', '[A-Za-z\\d]{27}'],
  ['aio_', '[A-Za-z\\d]{28}'],
  ['p8e- ico-', '[A-Za-z\\d]{32}'],
  ['api_org_ hf_', '[A-Za-z]{34}'],
  ['hf_', '[A-Za-z\\d]{34}'],
  ['ghp_ gho_ ghu_ ghr_ ghs_ npm_ pnu_', '[A-Za-z\\d]{36}'],
  ['4b1d', '[A-Za-z\\d]{38}'],
  ['cfut_ lin_api_ tfp_', '[A-Za-z\\d]{40}'],
  ['secret_', '[A-Za-z\\d]{43}'],
  ['pplx-', '[A-Za-z\\d]{48}'],
  ['gsk_', '[A-Za-z\\d]{52}'],
  ['EZAK EZTK', '[A-Za-z\\d]{54}'],
  ['cmVmd', '[A-Za-z\\d]{59}'],
  ['CLOJARS_', '[A-Za-z\\d]{60}'],
  ['AKCp', '[A-Za-z\\d]{69}'],
  ['xai-', '[A-Za-z\\d]{70}'],
  ['EAAC EAAM', '[A-Za-z\\d]{100}'],
  ['oy2', '[a-z\\d]{43}'],
  ['rdme_', '[a-z\\d]{70}'],
  ['NRJS-', '[a-f\\d]{19}'],
  ['SK', '[a-f\\d]{32}'],
  ['shpat_ shpca_ shppa_ shpss_', '[A-Fa-f\\d]{32}'],
  ['pul- squ_ sqp_ sqa_ shippo_live_ shippo_test_ sgp_ sgp_local_ sgp_0123456789abcdef_', '[a-f\\d]{40}'],
  ['rubygems_', '[a-f\\d]{48}'],
  ['doo_v1_ dop_v1_ dor_v1_ sntryu_ s-s4t2ud- s-s4t2af-', '[a-f\\d]{64}'],
  ['PMAK-', '[a-f\\d]{24}-[a-f\\d]{34}'],
  ['v1.0-', '[a-f\\d]{24}-[a-f\\d]{146}'],
  ['xkeysib- xsmtpsib-', '[a-f\\d]{64}-[A-Za-z\\d]{16}'],
  ['pat', '[A-Za-z\\d]{14}\\.[a-f\\d]{64}'],
  ['pat. sat.', '[\\w-]{22}\\.[A-Za-z\\d]{24}\\.[A-Za-z\\d]{20}'],
  ['glsa_', '[A-Za-z\\d]{32}_[A-Fa-f\\d]{8}'],
  ['ntn_', '\\d{11}[A-Za-z\\d]{35}'],
  ['glpat- gldt- glrt- glptt- glft- glimt- glsoat- glffct- glagent- gloas- glcbt-', '[\\w-]{20}'],
  ['GR1348941 xapp-1-', '[\\w-]{20}'],
  ['EAAA sq0atp-', '[\\w-]{22}'],
  ['hvs.', '[\\w-]{24}'],
  ['dckr_pat_ dckr_oat_', '[\\w-]{27}'],
  ['GOCSPX-', '[\\w-]{28}'],
  ['ya29.', '[\\w-]{30}'],
  ['NRII- pscale_tkn_ pscale_oauth_ pscale_pw_', '[\\w-]{32}'],
  ['AIza AQVN', '[\\w-]{35}'],
  ['HRKU-', '[\\w-]{36}'],
  ['YC', '[\\w-]{38}'],
  ['ATATT3 ATCTT3 dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.', '[\\w-]{40}'],
  ['00', '[A-Z][\\w-]{39}'],
  ['fo1_ sha256~ sq0csp- duffel_test_ duffel_live_', '[\\w-]{43}'],
  ['tk-us-', '[\\w-]{48}'],
  ['pypi-AgE', '[\\w-]{50}'],
  ['fio-u- nvapi-', '[\\w-]{60}'],
  ['github_pat_', '\\w{82}'],
  ['hvb.', '[\\w-]{100}'],
  ['SG.', '[\\w-]{20}\\.[\\w-]{39}'],
  ['SG.', '[\\w-]{66}'],
  ['ghs_', '\\d_[\\w-]{10}\\.[\\w-]{10}'],
  ['s.', '[A-Za-z]{12}\\d[A-Za-z]{11}'],
  ['sk-', '[a-z]{10}\\d[a-z\\d]{9}'],
  ['t1.', '[\\w-]{10}\\.[\\w-]{86}'],
  ['xoxb xoxp xoxa xoxo xoxr xoxs xoxe xoxc xoxd', '[-.][\\w-]{16}'],
  ['xoxa- xoxr- xoxa-2-', '[A-Za-z]{7}\\d'],
  ['ey', '[\\w-]{15}\\.ey[\\w-]{12}\\.'],
  ['fm1a_ fm1r_ fm2_ ABSK', '[A-Za-z\\d+/]{100}'],
  ['ops_eyJ', '[A-Za-z\\d+/]{200}'],
  ['glc_ whsec_', '[A-Za-z\\d+/]{32}'],
  ['ZXlK', '[A-Za-z\\d+/]{40}'],
  ['sntrys_eyJ', '[A-Za-z\\d+/]{60}'],
  ['eyJrIjoi', '[A-Za-z\\d+/]{70}'],
];

/** Formats whose fixed part is not at the start. */
const otherFormats: readonly (readonly [before: string, marker: string, rest: string])[] = [
  ['[A-Za-z\\d]{14}', '.atlasv1.', '[\\w-]{60}'],
  ['[A-Za-z\\d]{3}\\d', 'Q~', '[\\w-]{31}'],
  ['[A-Za-z\\d]{6}_[A-Za-z\\d]{29}', '_mmk', ''],
  ['\\d{8}', ':AA', '[\\w-]{32}'],
  ['(?:sc|ext|scauth|authress)_[a-z\\d]{5}\\.[a-z\\d]{4}', '.acc_', '[a-z\\d]{10}\\.[\\w-]{30}'],
  ['\\d{15}', '|', '[\\w-]{27}'],
  ['\\d{15}', '%', '[\\w-]{27}'],
];

const samplesPerFormat = 4;

/** Returns some of the shortest tokens of each format. The same seed returns the same tokens. */
export function shortestTokens(seed: number): readonly TokenSample[] {
  const formats = [
    ...startFormats.flatMap(([starts, rest]) => starts.split(' ').map((start) => ['', start, rest] as const)),
    ...otherFormats,
  ];
  return formats.flatMap(([before, marker, rest]) => {
    const befores = randomTexts(before, samplesPerFormat, seed);
    return randomTexts(rest, samplesPerFormat, seed + 1).map((each, index) => ({
      before: befores[index] ?? '',
      marker,
      rest: each,
    }));
  });
}

/** Returns texts that match the whole pattern. The same seed returns the same texts. */
export function randomTexts(pattern: string, count: number, seed: number): readonly string[] {
  if (pattern === '') return Array.from({ length: count }, () => '');
  return fc.sample(fc.noBias(fc.stringMatching(new RegExp(`^(?:${pattern})$`))), { numRuns: count, seed });
}
