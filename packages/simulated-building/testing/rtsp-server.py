#!/usr/bin/python3
"""An RTSP camera that is not ours: GStreamer's server publishing a test picture.

Prints one line of JSON with its port when it listens. Obeys lines on standard input:
`stall` (the session stays, pictures stop), `resume`. Ends when standard input closes,
so that it never outlives the test that started it.
"""

import argparse
import json
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

ENCODERS = {
    "h264": (
        "x264enc tune=zerolatency speed-preset=ultrafast key-int-max={fps} bitrate=2000 ! "
        "video/x-h264,profile=baseline ! rtph264pay name=pay0 pt=96 config-interval=1"
    ),
    # As cameras do that spend their bits well: pictures that need later ones, and parameter sets in the SDP alone.
    "h264-main": (
        "x264enc bframes=2 b-adapt=false rc-lookahead=2 speed-preset=ultrafast key-int-max={fps} bitrate=2000 ! "
        "video/x-h264,profile=main,stream-format=avc ! rtph264pay name=pay0 pt=96 config-interval=0"
    ),
    # Ten bits, which browsers do not decode.
    "h264-10-bits": (
        "video/x-raw,format=I420_10LE ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max={fps} ! "
        "video/x-h264,profile=high-10 ! rtph264pay name=pay0 pt=96 config-interval=1"
    ),
    "h265": (
        "x265enc tune=zerolatency speed-preset=ultrafast key-int-max={fps} bitrate=2000 ! "
        "video/x-h265,profile=main ! rtph265pay name=pay0 pt=96 config-interval=0"
    ),
    # RTP knows JPEGs of 4:2:0 and 4:2:2 only.
    "mjpeg": "video/x-raw,format=I420 ! jpegenc quality=80 ! rtpjpegpay name=pay0 pt=26",
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pattern", default="smpte")
    parser.add_argument("--codec", choices=sorted(ENCODERS), default="h264")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=720)
    parser.add_argument("--fps", type=int, default=15)
    parser.add_argument("--clock", action="store_true", help="draw this machine's time instead of a pattern")
    parser.add_argument("--film", default="", help="an MP4 of H.264 to show once, instead of a pattern")
    parser.add_argument("--user", default="")
    parser.add_argument("--password", default="")
    options = parser.parse_args()

    Gst.init(None)
    missing = [name for name in ("x264enc", "jpegenc", "rtph264pay", "videotestsrc") if not Gst.ElementFactory.find(name)]
    if missing:
        sys.exit("GStreamer lacks " + ", ".join(missing))

    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(str(options.port))

    factory = GstRtspServer.RTSPMediaFactory()
    if options.film:
        # At its own pace: the server itself waits for nobody.
        launch = (
            "( filesrc location={film} ! qtdemux ! h264parse ! identity sync=true ! valve name=valve ! "
            "rtph264pay name=pay0 pt=96 config-interval=1 )"
        )
    else:
        launch = (
            "( {source} ! "
            "video/x-raw,width={width},height={height},framerate={fps}/1 ! "
            "valve name=valve ! videoconvert ! {encoder} )"
        )
    factory.set_launch(
        launch.format(
            film=options.film,
            source=(
                "appsrc name=clock is-live=true do-timestamp=true format=time caps=video/x-raw,format=I420,"
                "width={0},height={1},framerate={2}/1".format(options.width, options.height, options.fps)
                if options.clock
                else "videotestsrc is-live=true pattern=" + options.pattern
            ),
            width=options.width,
            height=options.height,
            fps=options.fps,
            encoder=ENCODERS[options.codec].format(fps=options.fps),
        )
    )
    factory.set_shared(True)
    valves = []
    stalled = [False]

    def remember_valve(_factory, media):
        valve = media.get_element().get_by_name_recurse_up("valve") or media.get_element().get_by_name("valve")
        valve.set_property("drop", stalled[0])
        valves.append(valve)
        if options.clock:
            show_time(media, options.width, options.height, options.fps)

    factory.connect("media-configure", remember_valve)

    if options.user:
        auth = GstRtspServer.RTSPAuth()
        auth.set_supported_methods(2)  # GST_RTSP_AUTH_DIGEST, what cameras on the market ask for
        auth.add_digest(options.user, options.password, token_for("viewer"))
        server.set_auth(auth)
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)

    server.get_mount_points().add_factory("/camera", factory)
    if server.attach(None) == 0:
        sys.exit("cannot listen on port %d" % options.port)

    loop = GLib.MainLoop()

    def obey(channel, _condition):
        line = sys.stdin.readline()
        if line == "":
            loop.quit()
            return False
        stalled[0] = line.strip() == "stall"
        for valve in valves:
            valve.set_property("drop", stalled[0])
        print(json.dumps({"stalled": stalled[0]}), flush=True)
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, obey)
    print(json.dumps({"port": server.get_bound_port()}), flush=True)
    loop.run()


def show_time(media, width, height, fps):
    """Feeds pictures in which 32 black or white blocks along the top say when each was drawn.

    White, black, 20 bits of this machine's milliseconds, 8 bits that check them, black, white.
    """
    source = media.get_element().get_by_name("clock")
    block, tall = width // 32, height // 18
    # A slope of grey, so that there is something to code; no colour.
    rows = bytes((x * 200) // width + 30 for x in range(width))
    picture = bytearray(rows * height + b"\x80" * (width * height // 2))

    def draw():
        now = int(time.time() * 1000) & 0xFFFFF
        check = ((now & 0xFF) + (now >> 8 & 0xFF) + (now >> 16)) & 0xFF
        bits = "10" + format(now, "020b") + format(check, "08b") + "01"
        line = b"".join((b"\xeb" if bit == "1" else b"\x10") * block for bit in bits).ljust(width, b"\x10")
        picture[: width * tall] = line * tall
        # Something moves, as it does before a camera.
        at = width * (tall * 2) + now // 4 % (width - block)
        for row in range(tall):
            picture[at + row * width : at + row * width + block] = b"\xeb" * block
        source.emit("push-buffer", Gst.Buffer.new_wrapped(bytes(picture)))
        for row in range(tall):
            picture[at + row * width : at + row * width + block] = rows[at % width : at % width + block]
        return True

    timer = GLib.timeout_add(1000 // fps, draw)
    media.connect("unprepared", lambda _media: GLib.source_remove(timer))


def token_for(role):
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", role)
    return token


main()
