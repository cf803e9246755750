import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signQuery } from '#checksum.ts';
import { checksumVectors } from '#checksum-vectors.factory.ts';
import { type ForwardInput, forwardCall, type ParamRule, rewriteQuery, urlSafeQuery } from '#forward.ts';
import { parseQuery, writeQuery } from '#query.ts';
import { readCall, verify } from '#server.ts';

const keep: ParamRule = () => undefined;
const toOurs: ParamRule = (name, value) => (name === 'meetingID' ? `t1-${value}` : undefined);

function forward(given: Partial<ForwardInput>) {
  return forwardCall({
    name: 'create',
    rawQuery: '',
    contentType: '',
    body: '',
    rule: toOurs,
    secret: 'theirs',
    hash: 'sha256',
    ...given,
  });
}

/** What a server with the secret makes of it. */
function received(sent: ReturnType<typeof forward>) {
  const call = readCall({
    method: 'POST',
    url: `/bigbluebutton/api/create?${sent.query}`,
    contentType: sent.contentType,
    body: sent.body,
  });
  const verdict = call && verify(call, { secrets: ['theirs'] });
  return verdict?.ok ? verdict.call : undefined;
}

describe('queries', () => {
  test.each(checksumVectors)('$id: changing nothing leaves every byte', ({ query }) => {
    expect(rewriteQuery(query, keep)).toBe(query);
    expect(rewriteQuery(query, (_, value) => value)).toBe(query);
  });

  test('any text passes unchanged when nothing is changed', () => {
    const part = fc.oneof(fc.constantFrom('&', '=', '%', '+', '%2B', '%zz', '&&', '=', 'meetingID=', 'é', '😀'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const raw = parts.join('');
        expect(rewriteQuery(raw, keep)).toBe(raw);
        expect(rewriteQuery(raw, (_, value) => value)).toBe(raw);
      }),
      { numRuns: 1000 },
    );
  });

  test('only what changes is written anew, every repetition of it, however its name is spelt', () => {
    const raw = '&b=%c3%bc+x&meetingID=a%20b&c&meeting%49D=x&=y&';
    expect(rewriteQuery(raw, toOurs)).toBe('&b=%c3%bc+x&meetingID=t1-a+b&c&meeting%49D=t1-x&=y&');
    expect(rewriteQuery('a=1&b=2&c=3', (name) => (name === 'b' ? null : undefined), [['d', 'ü&']])).toBe('a=1&c=3&d=%C3%BC%26');
    expect(rewriteQuery('', keep, [['d', '1']])).toBe('d=1');
  });

  test('what is read afterwards is what the rule said', () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' })), { maxLength: 8 });
    fc.assert(
      fc.property(pairs, fc.string({ unit: 'grapheme' }), (list, prefix) => {
        const before = parseQuery(writeQuery(list)).list;
        const after = parseQuery(rewriteQuery(writeQuery(list), (_, value) => prefix + value)).list;
        expect(after).toEqual(
          before.map(([name, value]) => [name, parseQuery(writeQuery([['x', prefix + value]])).first.get('x')]),
        );
      }),
    );
  });

  test('what is signed survives every URL parser', () => {
    expect(urlSafeQuery('fullName=O\'Brien "x" <é>#')).toBe('fullName=O%27Brien%20%22x%22%20%3C%C3%A9%3E%23');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const safe = urlSafeQuery(raw);
        expect(new URL(`https://h/?${safe}`).href).toBe(`https://h/?${safe}`);
        expect(urlSafeQuery(safe)).toBe(safe);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('requests', () => {
  test('the checksum of the customer goes, ours comes, wherever it stood', () => {
    for (const rawQuery of [
      'checksum=X&name=N%20N&meetingID=m',
      'name=N%20N&checksum=X&meetingID=m',
      'name=N%20N&meetingID=m&checksum=X',
    ]) {
      expect(forward({ rawQuery }).query).toBe(
        signQuery({ call: 'create', query: 'name=N%20N&meetingID=t1-m', secret: 'theirs', hash: 'sha256' }),
      );
    }
    expect(forward({ rawQuery: '&checksum=X', rule: keep }).query).toMatch(/^checksum=[0-9a-f]{64}$/);
  });

  test('a server takes what we send, an apostrophe and all', () => {
    const sent = forward({ rawQuery: "name=O'Brien&meetingID=m'1&checksum=x", added: [['meta_x', "a'b"]] });
    const url = new URL(`https://h/bigbluebutton/api/create?${sent.query}`);
    expect(url.href.endsWith(sent.query)).toBe(true);
    const call = received(sent);
    expect(call?.params.first.get('name')).toBe("O'Brien");
    expect(call?.params.first.get('meetingID')).toBe("t1-m'1");
    expect(call?.params.first.get('meta_x')).toBe("a'b");
  });

  test('parameters in a form body are changed as well, whatever form it is', () => {
    const plain = forward({
      rawQuery: 'name=N',
      contentType: 'application/x-www-form-urlencoded',
      body: 'meetingID=m&checksum=x&duration=5',
    });
    expect(plain.body).toBe('meetingID=t1-m&duration=5');
    expect(received(plain)?.params.first.get('meetingID')).toBe('t1-m');
    const part = '--b\r\ncontent-disposition: form-data; name="meetingID"\r\n\r\nm\r\n';
    const multipart = forward({ contentType: 'multipart/form-data; boundary=b', body: `${part}--b--\r\n` });
    expect(received(multipart)?.params.first.get('meetingID')).toBe('t1-m');
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.vtt"\r\n\r\nWEBVTT\r\n';
    const withFile = forward({
      rawQuery: 'name=N',
      contentType: 'multipart/form-data; boundary=b',
      body: `${part}${file}--b--\r\n`,
    });
    expect(received(withFile)?.params.first.get('meetingID')).toBe('t1-m');
    expect(withFile.body).toContain('WEBVTT');
  });

  test.each(['application/xml', 'application/x-www-form-urlencoded'])('an XML body labelled %s is untouched', (contentType) => {
    const body = '\n<modules><module name="presentation"><document url=\'https://a/?meetingID=m&b\'/></module></modules>';
    expect(forward({ rawQuery: 'meetingID=m', contentType, body }).body).toBe(body);
    const bytes = new Uint8Array([60, 255, 254]);
    expect(forward({ contentType, body: bytes }).body).toBe(bytes);
    expect(forward({ contentType, body: '<x&record=true' }).contentType).toBe('application/xml');
  });

  test('three megabytes and ten thousand entries of metadata take a moment', () => {
    const started = performance.now();
    const long = forward({ rawQuery: `meetingID=m&welcome=${'%20x'.repeat(750_000)}&checksum=x` });
    expect(long.query.length).toBeGreaterThan(3_000_000);
    const many = Array.from({ length: 10_000 }, (_, number) => `meta_k${number}=v%20${number}`).join('&');
    const call = received(forward({ rawQuery: `meetingID=m&${many}&checksum=x` }));
    expect(call?.params.list).toHaveLength(10_002);
    expect(received(long)?.params.first.get('meetingID')).toBe('t1-m');
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
