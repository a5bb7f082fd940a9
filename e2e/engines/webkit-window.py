#!/usr/bin/python3
"""A window of a phone's width for WebKitWebDriver. WebKit's own test browser has a toolbar, which is wider."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

windows = []


def open_window(_session):
    settings = WebKit2.Settings(hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window(decorated=False)
    window.set_default_size(int(os.environ["WINDOW_WIDTH"]), int(os.environ["WINDOW_HEIGHT"]))
    window.add(view)
    window.show_all()
    window.present()
    view.grab_focus()
    view.connect("close", lambda _view: Gtk.main_quit())
    windows.append(window)
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("PhoneWindow")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


data = WebKit2.WebsiteDataManager(
    base_data_directory=os.environ["WINDOW_DATA"], base_cache_directory=os.environ["WINDOW_DATA"]
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_preferred_languages(["en-US"])
context.set_automation_allowed(True)
context.connect("automation-started", start_session)
Gtk.main()
