"""Stands in for a pipeline where there is no GPU: real PNG and MP4 files of the size and length asked for, in one colour."""
import hashlib, os, re, struct, time, zlib

STEPS, SECONDS = 20, float(os.environ.get("STAND_IN_SECONDS", "1"))


class Unsupported(Exception):
    code = "unsupported"

def generate(order, inputs, progress, is_unwanted):
    """Returns (mime, bytes), or None when nobody wants it any more."""
    if order["task"] == "motion": raise Unsupported("the stand-in does not transfer motion")
    for step in range(STEPS):
        if is_unwanted(): return None
        time.sleep(SECONDS / STEPS)
        progress((step + 1) / STEPS)
    colour = hashlib.md5(order["prompt"].encode()).digest()
    if order["output"]["kind"] == "image": return "image/png", png(order["width"], order["height"], colour[:3])
    fps = round(order.get("fps") or 24)
    return "video/mp4", mp4(order["width"], order["height"], fps, round(order["seconds"] * fps), colour)

def png(width, height, colour):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header, rows = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), zlib.compress((b"\0" + colour * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# H.264 by hand: the first picture is sent as it is, macroblock by macroblock, and every other says "as before".
def ue(value): return f"{value + 1:b}".zfill(2 * (value + 1).bit_length() - 1)

def packed(bits): return int(bits + "0" * (-len(bits) % 8), 2).to_bytes((len(bits) + 7) // 8, "big")

def nal(head, data): return bytes([head]) + re.sub(rb"\0\0(?=[\0-\3])", b"\0\0\3", data)

def pictures(width, height, count, colour):
    across, down = (width + 15) // 16, (height + 15) // 16
    crop = "1" + ue(0) + ue((across * 16 - width) // 2) + ue(0) + ue((down * 16 - height) // 2)
    sps = nal(0x67, b"\x42\xc0\x2a" + packed("11" + ue(2) + ue(1) + "0" + ue(across - 1) + ue(down - 1) + "11" + crop + "01"))
    pps = nal(0x68, packed("11" + "00" + "111" + "000" + "111" + "100" + "1"))
    tone = bytes([40 + colour[0] % 170]) * 256 + bytes([64 + colour[1] % 128]) * 64 + bytes([64 + colour[2] % 128]) * 64
    first = ue(0) + ue(7) + ue(0) + "0000" + ue(0) + "00" + "1" + ue(1)  # ends with: no change of quantiser, no deblocking
    raw = packed(first + ue(25)) + tone + (packed(ue(25)) + tone) * (across * down - 1) + b"\x80"
    later = lambda n: ue(0) + ue(5) + ue(0) + f"{n % 16:04b}" + "000" + "1" + ue(1) + ue(across * down) + "1"
    return sps, pps, [nal(0x65, raw)] + [nal(0x41, packed(later(n))) for n in range(1, count)]

def mp4(width, height, fps, count, colour):
    sps, pps, units = pictures(width, height, count, colour)
    box = lambda kind, *parts: struct.pack(">I", 8 + sum(map(len, parts))) + kind + b"".join(parts)
    u16, u32 = (lambda *n: struct.pack(f">{len(n)}H", *n)), (lambda *n: struct.pack(f">{len(n)}I", *n))
    samples = [u32(len(unit)) + unit for unit in units]
    matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    avcc = box(b"avcC", b"\x01" + sps[1:4] + b"\xff\xe1" + u16(len(sps)) + sps + b"\x01" + u16(len(pps)) + pps)
    avc1 = box(b"avc1", u16(0, 0, 0, 1), bytes(16), u16(width, height), u32(0x480000, 0x480000, 0), u16(1), bytes(32), u16(24, 0xFFFF), avcc)
    ftyp = box(b"ftyp", b"isom", u32(512), b"isomiso2avc1mp41")
    def moov(offset):
        table = box(b"stbl", box(b"stsd", u32(0, 1), avc1), box(b"stts", u32(0, 1, count, 1)), box(b"stss", u32(0, 1, 1)),
                    box(b"stsc", u32(0, 1, 1, count, 1)), box(b"stsz", u32(0, 0, count, *map(len, samples))), box(b"stco", u32(0, 1, offset)))
        media = box(b"mdia", box(b"mdhd", u32(0, 0, 0, fps, count), u16(0x55C4, 0)), box(b"hdlr", u32(0, 0), b"vide", bytes(13)),
                    box(b"minf", box(b"vmhd", u32(1, 0, 0)), box(b"dinf", box(b"dref", u32(0, 1), box(b"url ", u32(1)))), table))
        track = box(b"trak", box(b"tkhd", u32(3, 0, 0, 1, 0, count, 0, 0, 0, 0), matrix, u32(width << 16, height << 16)), media)
        return box(b"moov", box(b"mvhd", u32(0, 0, 0, fps, count, 0x10000, 0x1000000, 0, 0), matrix, bytes(24), u32(2)), track)
    return ftyp + moov(len(ftyp) + len(moov(0)) + 8) + box(b"mdat", *samples)
