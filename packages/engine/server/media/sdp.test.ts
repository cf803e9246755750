import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { announceCandidates, filterOffer, mirrorSimulcast, splitSdp, stripCandidates } from './sdp.ts';

const lines = (...list: string[]): string => `${list.join('\r\n')}\r\n`;
const session = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS x',
];
const transport = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  'a=fingerprint:sha-256 AA:BB',
  'a=setup:actpass',
  'a=mid:0',
  'a=rtcp-mux',
];

const chromiumCamera = lines(
  ...session,
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104 49',
  'c=IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2113937151 0b2f.local 50000 typ host generation 0',
  ...transport,
  'a=extmap:1 urn:ietf:params:rtp-hdrext:toffset',
  'a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'a=extmap:4 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=extmap:9 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=extmap:11 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'a=sendonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
  'a=rtcp-fb:96 transport-cc',
  'a=rtcp-fb:96 ccm fir',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:103 H264/90000',
  'a=rtpmap:104 rtx/90000',
  'a=fmtp:104 apt=103',
  'a=rtpmap:49 flexfec-03/90000',
  'a=rid:l send',
  'a=rid:h send',
  'a=simulcast:send l;h',
);

const firefoxMicrophone = lines(
  ...session,
  'a=sendrecv',
  'm=audio 9 UDP/TLS/RTP/SAVPF 109 9 0 8 101',
  'c=IN IP4 0.0.0.0',
  ...transport,
  'a=sendonly',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level',
  'a=extmap:3 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=fmtp:109 maxplaybackrate=48000;stereo=1;useinbandfec=1',
  'a=fmtp:101 0-15',
  'a=rtpmap:109 opus/48000/2',
  'a=rtpmap:9 G722/8000/1',
  'a=rtpmap:101 telephone-event/8000',
  'a=ssrc:3141592 cname:{aa}',
);

describe('an offer', () => {
  it('of a Chromium camera is reduced to VP8 with its retransmissions', () => {
    const offer = filterOffer(chromiumCamera, 'video');
    expect(offer?.facts).toEqual({
      kind: 'video',
      payloadType: 96,
      rtxPayloadType: 97,
      rids: ['l', 'h'],
      primaryOf: new Map(),
      extensions: { audioLevel: 0, rid: 10, repairedRid: 11 },
    });
    const kept = splitSdp(offer?.sdp ?? '').media[0];
    expect(kept?.[0]).toBe('m=video 9 UDP/TLS/RTP/SAVPF 96 97');
    expect(kept?.filter((line) => /H264|flexfec|transport|toffset|candidate/.test(line))).toEqual([]);
    expect(kept).toEqual(
      expect.arrayContaining(['a=rtcp-fb:96 goog-remb', 'a=rtcp-fb:96 nack pli', 'a=simulcast:send l;h', 'a=ice-ufrag:abcd']),
    );
    expect(offer?.sdp).not.toContain('extmap-allow-mixed');
  });
  it('of a Firefox microphone is reduced to Opus', () => {
    const offer = filterOffer(firefoxMicrophone, 'audio');
    expect(offer?.facts).toMatchObject({ payloadType: 109, rtxPayloadType: -1, rids: [], extensions: { audioLevel: 1 } });
    expect(offer?.sdp).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 109\r\n');
    expect(offer?.sdp).not.toMatch(/G722|telephone|csrc/);
  });
  it('names which stream a retransmission repairs', () => {
    const offer = filterOffer(
      chromiumCamera.replace(/a=rid.*\r\n|a=simulcast.*\r\n/g, '').concat('a=ssrc-group:FID 11 12\r\n'),
      'video',
    );
    expect(offer?.facts.primaryOf).toEqual(new Map([[12, 11]]));
  });
  it.each([
    ['of the other kind', chromiumCamera, 'audio'],
    ['with two m-lines', chromiumCamera + firefoxMicrophone.slice(firefoxMicrophone.indexOf('m=')), 'video'],
    ['that does not send', chromiumCamera.replace('a=sendonly', 'a=recvonly'), 'video'],
    ['without VP8', chromiumCamera.replace('VP8', 'VP9'), 'video'],
    ['with too many layers', chromiumCamera.replace('a=rid:l send', 'a=rid:a send\r\na=rid:b send\r\na=rid:l send'), 'video'],
    ['without any m-line', lines(...session), 'video'],
    ['that is enormous', chromiumCamera + 'a=x\r\n'.repeat(10_000), 'video'],
  ] as const)('%s is refused', (_, sdp, kind) => {
    expect(filterOffer(sdp, kind)).toBeNull();
  });
  it('that was damaged anywhere is refused or reduced, but never breaks', () => {
    const change = fc.record({
      at: fc.integer({ min: 0, max: chromiumCamera.length }),
      cut: fc.integer({ min: 0, max: 40 }),
      put: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const damaged = changes.reduce((sdp, { at, cut, put }) => sdp.slice(0, at) + put + sdp.slice(at + cut), chromiumCamera);
        const offer = filterOffer(damaged, 'video');
        if (offer) expect(splitSdp(offer.sdp).media.length).toBe(1);
      }),
    );
  });
});

describe('an answer', () => {
  it('receives the layers that were sent', () => {
    const answer = mirrorSimulcast(lines('a=rid:l send', 'a=rid:h send max-width=640', 'a=simulcast:send l;h', 'a=sendonly'));
    expect(answer).toBe(lines('a=rid:l recv', 'a=rid:h recv max-width=640', 'a=simulcast:recv l;h', 'a=sendonly'));
  });
});

describe('candidates', () => {
  const local = lines(
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=candidate:1 1 UDP 2114977791 10.0.0.5 3000 typ host',
    'a=candidate:2 1 UDP 2114977791 fd00::5 3000 typ host',
    'a=end-of-candidates',
    'a=mid:0',
  );
  it('of a browser are all taken out', () => {
    expect(stripCandidates(local)).toBe(lines('v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'));
  });
  it('carry the announced address and port, once', () => {
    const announced = announceCandidates(local, { address: '203.0.113.9', port: 4000 });
    expect(announced.match(/a=candidate.*/g)).toEqual(['a=candidate:1 1 UDP 2114977791 203.0.113.9 4000 typ host']);
    expect(announced).toContain('a=end-of-candidates\r\na=mid:0');
  });
  it('stay as they are when nothing is announced', () => {
    expect(announceCandidates(local, null)).toBe(local);
  });
});
