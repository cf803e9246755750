import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCandidate, announceCandidates, filterOffer, mirrorSimulcast, splitSdp, stripCandidates } from './sdp.ts';

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

/** Firefox 153: attributes in alphabetical order, directions on extensions, SSRC groups besides the layers' names. */
const firefoxCamera = lines(
  'v=0',
  'o=mozilla...THIS_IS_SDPARTA-99.0 875916860772929707 0 IN IP4 0.0.0.0',
  's=-',
  't=0 0',
  'a=sendrecv',
  'a=fingerprint:sha-256 AA:BB',
  'a=group:BUNDLE 0',
  'a=ice-options:trickle',
  'a=msid-semantic:WMS *',
  'm=video 9 UDP/TLS/RTP/SAVPF 120 124 121 125 99 100 123 122 119',
  'c=IN IP4 0.0.0.0',
  'a=candidate:0 1 UDP 2122187007 eb2940bd-bd85-4bf5-a3a7-50a466b6b817.local 57702 typ host',
  'a=candidate:2 1 TCP 2105458943 eb2940bd-bd85-4bf5-a3a7-50a466b6b817.local 9 typ host tcptype active',
  'a=sendonly',
  'a=end-of-candidates',
  'a=extmap:3 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=extmap:4 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'a=extmap:5 urn:ietf:params:rtp-hdrext:toffset',
  'a=extmap:6/recvonly http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  'a=extmap:7 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=extmap:9/sendonly urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=extmap:10/sendonly urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'a=extmap-allow-mixed',
  'a=fmtp:120 max-fs=12288;max-fr=60',
  'a=fmtp:124 apt=120',
  'a=fmtp:121 max-fs=12288;max-fr=60',
  'a=fmtp:125 apt=121',
  'a=fmtp:119 apt=122',
  'a=ice-pwd:0123456789012345678901',
  'a=ice-ufrag:dadb8129',
  'a=mid:0',
  'a=msid:- {f8e860db-0a1f-41d1-b9b8-ba075e27142c}',
  'a=rid:l send',
  'a=rid:h send',
  'a=rtcp:38884 IN IP4 eb2940bd-bd85-4bf5-a3a7-50a466b6b817.local',
  'a=rtcp-fb:120 nack',
  'a=rtcp-fb:120 nack pli',
  'a=rtcp-fb:120 ccm fir',
  'a=rtcp-fb:120 goog-remb',
  'a=rtcp-fb:120 transport-cc',
  'a=rtcp-fb:121 nack',
  'a=rtcp-mux',
  'a=rtcp-rsize',
  'a=rtpmap:120 VP8/90000',
  'a=rtpmap:124 rtx/90000',
  'a=rtpmap:121 VP9/90000',
  'a=rtpmap:125 rtx/90000',
  'a=rtpmap:123 ulpfec/90000',
  'a=rtpmap:122 red/90000',
  'a=rtpmap:119 rtx/90000',
  'a=setup:actpass',
  'a=simulcast:send l;h',
  'a=ssrc:1272431778 cname:{53a4f04b-cf45-439e-8870-a81c3ddf19d3}',
  'a=ssrc:919800150 cname:{53a4f04b-cf45-439e-8870-a81c3ddf19d3}',
  'a=ssrc:3082056991 cname:{53a4f04b-cf45-439e-8870-a81c3ddf19d3}',
  'a=ssrc:2548029295 cname:{53a4f04b-cf45-439e-8870-a81c3ddf19d3}',
  'a=ssrc-group:FID 1272431778 919800150',
  'a=ssrc-group:FID 3082056991 2548029295',
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
      extensions: { audioLevel: 0, rid: 10, repairedRid: 11, sendTime: 2 },
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
  it('of a Firefox camera is reduced to VP8, with its layers, its own numbers and no name of the machine', () => {
    const offer = filterOffer(firefoxCamera, 'video');
    expect(offer?.facts).toEqual({
      kind: 'video',
      payloadType: 120,
      rtxPayloadType: 124,
      rids: ['l', 'h'],
      primaryOf: new Map([
        [919800150, 1272431778],
        [2548029295, 3082056991],
      ]),
      extensions: { audioLevel: 0, rid: 9, repairedRid: 10, sendTime: 4 },
    });
    const kept = splitSdp(offer?.sdp ?? '').media[0];
    expect(kept?.[0]).toBe('m=video 9 UDP/TLS/RTP/SAVPF 120 124');
    expect(kept).toEqual(expect.arrayContaining(['a=simulcast:send l;h', 'a=rtcp-fb:120 goog-remb', 'a=fmtp:124 apt=120']));
    expect(offer?.sdp).not.toMatch(/VP9|ulpfec|transport|playout|allow-mixed|\.local/);
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

describe('a second way to the engine', () => {
  const first = 'a=candidate:1 1 UDP 2114977791 127.0.0.1 45213 typ host';
  const answer = lines(...session, 'm=video 45213 UDP/TLS/RTP/SAVPF 120', first, 'a=end-of-candidates', 'a=recvonly');
  it('stands right after the first one, with the lowest priority of an address of its own', () => {
    const told = addCandidate(answer, { address: '192.0.2.2', port: 47147 });
    expect(told).toBe(answer.replace(first, `${first}\r\na=candidate:9 1 UDP 2113929471 192.0.2.2 47147 typ host`));
  });
  it('is not there when there is none', () => {
    expect(addCandidate(answer, null)).toBe(answer);
  });
});
