import { strict as assert } from 'node:assert';
import { spokenSentence } from '../../../../src/webview/conversation/clockSentence.ts';

describe('spokenSentence', () => {
  it('replaces {0} with the seconds of the clock', () => {
    const clock = { counts: 'down', seconds: 5 } as const;
    assert.equal(
      spokenSentence({ severity: 'info', text: 'Trying again in {0} s.', clock, actions: [] }),
      'Trying again in 5 s.',
    );
  });

  it('returns the text unchanged if there is no clock', () => {
    const text = 'The server says {0}.';
    assert.equal(spokenSentence({ severity: 'error', text, actions: [] }), text);
  });
});
