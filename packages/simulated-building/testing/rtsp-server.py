#!/usr/bin/python3
"""An RTSP camera that is not ours: GStreamer's server publishing a test picture.

Prints one line of JSON with its port when it listens. Obeys lines on standard input:
`stall` (the session stays, pictures stop), `resume`. Ends when standard input closes,
so that it never outlives the test that started it.
"""

import argparse
import json
import sys

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
    factory.set_launch(
        "( videotestsrc is-live=true pattern={pattern} ! "
        "video/x-raw,width={width},height={height},framerate={fps}/1 ! "
        "valve name=valve ! videoconvert ! {encoder} )".format(
            pattern=options.pattern,
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


def token_for(role):
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", role)
    return token


main()
